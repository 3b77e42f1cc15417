import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type GatewayWorld, gatewayWorld } from '../testing/gateway-world.js';
import { problemCodes, statusOf } from './problem/problem-codes.js';

interface Operation {
  readonly summary?: string;
  readonly security?: readonly object[];
  readonly requestBody?: { readonly content: Record<string, { schema: { $ref?: string } }> };
  readonly parameters?: readonly { readonly name: string; readonly required?: boolean }[];
  readonly responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
}

let world: GatewayWorld;
let paths: Record<string, Record<string, Operation>>;
let schemas: Record<string, object>;
beforeAll(async () => {
  world = await gatewayWorld();
  const { body } = await world.ask('/openapi.json');
  paths = body['paths'] as typeof paths;
  schemas = (body['components'] as { schemas: typeof schemas }).schemas;
});
afterAll(() => world.close());

const operations = () =>
  Object.entries(paths).flatMap(([path, ofPath]) =>
    Object.entries(ofPath).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );

/** The codes that a response of problems names. */
function codesOf(response: { content?: Record<string, { schema: unknown }> }): string[] {
  const text = JSON.stringify(response.content?.['application/problem+json']?.schema ?? {});
  return [...text.matchAll(/"enum":\[([^\]]*)\]/g)].flatMap(
    ([, list]) => JSON.parse(`[${list}]`) as string[],
  );
}

describe('the OpenAPI document', () => {
  test('has every route and no other', () => {
    expect(
      operations()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([
      'GET /v1/conversations/{conversationId}',
      'GET /v1/conversations/{conversationId}/replies',
      'GET /v1/proposals/{proposalId}',
      'GET /v1/proposals/{proposalId}/events',
      'POST /v1/messages',
      'POST /v1/proposals',
    ]);
  });

  test('says of each what it does, that a token is needed, and what it answers', () => {
    for (const { operation } of operations()) {
      expect(operation.summary).toBeDefined();
      expect(operation.security).toEqual([{ bearer: [] }]);
      const good = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
      expect(good).toHaveLength(1);
      expect(Object.keys(good[0]?.[1].content ?? {})).toHaveLength(1);
    }
  });

  test('names each problem code where it may come, under its status, and knows no other', () => {
    const named = new Set<string>();
    for (const { operation } of operations()) {
      for (const [status, response] of Object.entries(operation.responses)) {
        if (status.startsWith('2')) continue;
        const codes = codesOf(response);
        expect(codes).not.toEqual([]);
        for (const code of codes) {
          named.add(code);
          expect([code, statusOf(code as Parameters<typeof statusOf>[0])]).toEqual([code, Number(status)]);
        }
      }
    }
    expect([...named].sort()).toEqual([...problemCodes].sort());
  });

  test('describes the bodies and the key', () => {
    const propose = paths['/v1/proposals']?.['post'];
    expect(propose?.requestBody?.content['application/json']?.schema.$ref).toMatch(/ProposalBody$/);
    expect(propose?.parameters).toContainEqual(
      expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: true }),
    );
    expect(schemas['ProposalBody']).toMatchObject({
      required: ['kind', 'customer', 'arguments'],
      properties: {
        amountMinor: { type: 'integer' },
        statements: { type: 'array' },
        kind: { enum: expect.arrayContaining(['refund.create']) },
      },
    });
    expect(schemas['MessageBody']).toMatchObject({ required: ['text'] });
  });
});
