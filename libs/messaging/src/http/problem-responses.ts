import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ProblemDocument } from './problem-document.js';

/** A problem as a page shows it: what it says, without the one request it answered. */
export type ProblemExample = Omit<ProblemDocument, 'type' | 'instance'>;

/**
 * Describes the problem documents of a route, one response a status: its codes, and the first of them as an example,
 * as `application/problem+json`. `document` describes their fields, where a route's problems have some of their own.
 */
export function ApiProblemResponses(
  problems: readonly ProblemExample[],
  document: Type<ProblemDocument> = ProblemDocument,
): MethodDecorator & ClassDecorator {
  const statuses = [...new Set(problems.map(({ status }) => status))].sort((a, b) => a - b);
  const responses = statuses.map((status) => {
    const here = problems.filter((problem) => problem.status === status);
    const code = { type: 'string', enum: here.map((problem) => problem.code) };
    return ApiResponse({
      status,
      description: here.map(({ code, title }) => `\`${code}\`: ${title}.`).join(' '),
      ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
      content: {
        'application/problem+json': {
          schema: { allOf: [{ $ref: getSchemaPath(document) }, { type: 'object', properties: { code } }] },
          ...(here[0] === undefined ? {} : { example: shown(here[0]) }),
        },
      },
    });
  });
  return applyDecorators(ApiExtraModels(document), ...responses);
}

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' as const, minimum: 1 } },
};

const shown = (problem: ProblemExample): ProblemDocument => ({
  type: `urn:countersign:problem:${problem.code}`,
  ...problem,
  instance: 'urn:countersign:request:0a8c4f6e-8f0e-4d3b-9a51-2f1f6f0f4c11',
});
