import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { readCrmWebhook } from './webhook.js';

const secret = 'a-secret-of-sixteen';
const at = '2026-11-30T09:00:00.000Z';
const seconds = Date.parse(at) / 1000;
const message = { id: 'msg_1001', opportunityId: '7', operationId: 'op', reason: 'mailbox_full' };

function read(event: object) {
  const body = JSON.stringify(event);
  const signature = `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
  const by = { secrets: [secret], now: () => Date.parse(at) };
  return readCrmWebhook({ body: Buffer.from(body), signature }, by);
}

describe('what the CRM says of a message by itself', () => {
  it.each([
    ['message.bounced', 'effect_failed'],
    ['message.delivered', 'effect_succeeded'],
  ])('%s: %s', (type, says) => {
    expect(read({ id: 'evt_1', type, at, message })).toEqual({
      outcome: 'reported',
      report: {
        ...{ reportId: 'evt_1', says, reference: 'msg_1001', target: '7', operationId: 'op' },
        ...{ code: 'mailbox_full', saidAt: at },
      },
    });
  });

  it('is of nobody’s proposal where it names no operation', () => {
    const { operationId: _none, ...byHand } = message;
    const said = read({ id: 'evt_1', type: 'message.bounced', at, message: byHand });
    expect(said.outcome === 'reported' && Object.keys(said.report)).not.toContain('operationId');
    expect(said.outcome).toBe('reported');
  });

  it('is passed by where nobody follows it, and refused where it says too little', () => {
    expect(read({ id: 'evt_1', type: 'message.opened', at, message })).toEqual({
      ...{ outcome: 'passed_by', type: 'message.opened' },
    });
    for (const event of [
      { type: 'message.bounced', at, message },
      { id: 'evt_1', type: 'message.bounced', at: 'yesterday', message },
      { id: 'evt_1', type: 'message.bounced', at },
    ])
      expect(read(event)).toEqual({ outcome: 'refused', code: 'body_invalid' });
  });
});
