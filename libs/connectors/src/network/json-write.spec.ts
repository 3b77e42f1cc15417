import { operationIdOf, proposalId } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { sendJson } from './json-write.js';

async function answered(status: number, code: string) {
  const connection = {
    ...{ baseUrl: 'http://billing.example', key: 'k', timeoutMs: 1_000, now: () => 0 },
    fetch: async () => Response.json({ error: { code, message: 'said' } }, { status }),
  };
  return sendJson(connection, {
    ...{
      path: '/v1/credits',
      operationId: operationIdOf(proposalId('op_1')),
      body: {},
      sendBefore: '1970-01-01T00:00:01Z',
    },
    receipt: () => undefined,
  });
}

describe('what a target answers in its own words', () => {
  it('is a refusal where it says no', async () => {
    expect(await answered(422, 'account_closed')).toMatchObject({
      class: 'rejected',
      code: 'account_closed',
    });
    expect(await answered(409, 'invoice_changed')).toMatchObject({ class: 'rejected' });
    expect(await answered(409, 'operation_differs')).toMatchObject({ code: 'idempotency_parameters_differ' });
  });
  it('is no refusal where the effect may be about to happen', async () => {
    expect(await answered(409, 'operation_in_progress')).toEqual({
      ...{ class: 'unknown', code: 'already_in_progress' },
    });
    expect(await answered(408, 'request_timeout')).toEqual({ class: 'unknown', code: 'timeout' });
    expect(await answered(500, 'broken')).toEqual({ class: 'unknown', code: 'server_error' });
  });
});
