import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { type ProblemCode, statusOf, titleOf } from './problem-codes.js';
import { ProblemDocument } from './problem-document.js';

const ofEveryRoute: readonly ProblemCode[] = [
  'bad_request',
  'invalid_request',
  'token_missing',
  'token_expired',
  'token_invalid',
  'tenant_not_served',
  'too_many_requests',
  'internal_error',
  'identity_unavailable',
  'contended',
  'store_unavailable',
];

/** Describes the problem documents of a route: one response a status, with its codes. */
export function ApiProblems(...own: readonly ProblemCode[]): MethodDecorator & ClassDecorator {
  const codes = [...new Set([...ofEveryRoute, ...own])];
  const statuses = [...new Set(codes.map(statusOf))].sort((a, b) => a - b);
  const responses = statuses.map((status) => {
    const here = codes.filter((code) => statusOf(code) === status);
    const code = { type: 'string', enum: here };
    return ApiResponse({
      status,
      description: here.map((each) => `\`${each}\`: ${titleOf(each)}.`).join(' '),
      ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
      content: {
        'application/problem+json': {
          schema: {
            allOf: [{ $ref: getSchemaPath(ProblemDocument) }, { type: 'object', properties: { code } }],
          },
          example: exampleOf(here[0] ?? 'internal_error'),
        },
      },
    });
  });
  return applyDecorators(ApiExtraModels(ProblemDocument), ...responses);
}

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' as const, minimum: 1 } },
};

const exampleOf = (code: ProblemCode) => ({
  type: `urn:countersign:problem:${code}`,
  title: titleOf(code),
  status: statusOf(code),
  detail: titleOf(code),
  instance: 'urn:countersign:request:0a8c4f6e-8f0e-4d3b-9a51-2f1f6f0f4c11',
  code,
});
