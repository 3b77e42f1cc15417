import { operationIdOf, proposalId } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { createCrmWriter } from './write.js';

const words = {
  ...{ opportunityId: '7', contactId: 'ct_dana', channel: 'email', recipient: 'dana@northwind.example' },
  ...{ subject: 'Our offer', body: 'Hello Dana' },
};
const right = { kind: 'message', reference: 'msg_1', operationId: 'op', ...words };

function send(answer: object) {
  const fetch = async () => Response.json(answer);
  const connection = {
    baseUrl: 'http://crm',
    key: 'key',
    timeoutMs: 1_000,
    fetch,
    now: Date.now,
    random: () => 0,
  };
  const sendBefore = new Date(Date.now() + 3_600_000).toISOString();
  return createCrmWriter(connection).send({
    operationId: operationIdOf(proposalId('op')),
    sendBefore,
    opportunityVersion: 1,
    ...words,
  });
}

describe('what the CRM confirms', () => {
  it('is a receipt for exactly this message', async () => {
    expect(await send(right)).toEqual({ class: 'succeeded', receipt: { reference: 'msg_1' } });
  });

  it.each([
    { body: 'Hello Dana!' },
    { recipient: 'eve@elsewhere.example' },
    { subject: 'Another' },
    { operationId: 'other' },
    { kind: 'note' },
    { reference: '' },
  ])('is none for anything else, and then nobody knows: %j', async (other) => {
    expect(await send({ ...right, ...other })).toEqual({ class: 'unknown', code: 'receipt_differs' });
  });
});
