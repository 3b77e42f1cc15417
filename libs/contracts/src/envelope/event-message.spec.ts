import { describe, expect, it } from '@jest/globals';
import { eventContracts } from '../events/event-contracts.js';
import type { RecordedEvent } from './event.js';
import {
  eventMessage,
  eventTypeOf,
  publishedType,
  readEventMessage,
  topicOfStream,
} from './event-message.js';

const event: RecordedEvent = {
  id: '5d0b4b86-9b1e-5c6f-8f1f-7a106f0c8a1e',
  type: 'ProposalDrafted',
  schemaVersion: 1,
  data: { '9': 'nine', '10': 'ten', note: 'ü' },
  metadata: { causationId: 'c-1', correlationId: 'r-1', traceparent: '00-1-2-01' },
  tenant: 'fjordlight',
  stream: 'proposal-1',
  version: 3,
  position: '41',
  transactionId: '977',
  recordedAt: '2026-11-29T10:00:00.000000Z',
  recordedBy: 'countersign_refund_specialist',
  previousHash: '0'.repeat(64),
  hash: 'a'.repeat(64),
};
const { headers, key, value } = eventMessage(event);
const bytes = (text: string) => new TextEncoder().encode(text);

describe('an event on its topic', () => {
  it('carries its data as stored, and everything else in its headers', () => {
    expect(key).toBe('proposal-1');
    expect(value).toBe('{"10":"ten","9":"nine","note":"ü"}');
    expect(headers).toMatchObject({
      ce_type: 'countersign.proposal-drafted',
      ce_source: '/countersign/refund-specialist',
      ce_subject: 'proposal-1',
      traceparent: '00-1-2-01',
    });
  });

  it('is read back as it was recorded', () => {
    expect(readEventMessage(headers, bytes(value))).toEqual({ outcome: 'read', event });
  });

  it.each(Object.keys(eventContracts))('%s has a published name of its own', (type) => {
    expect(eventTypeOf(publishedType(type))).toBe(type);
  });

  it.each([
    ['no envelope', {}, value, 'not_a_cloud_event'],
    ['somebody else’s type', { ...headers, ce_type: 'com.example.thing' }, value, 'not_an_event'],
    ['no hash', { ...headers, ce_hash: '' }, value, 'not_an_event'],
    ['version zero', { ...headers, ce_streamversion: '0' }, value, 'not_an_event'],
    ['text that is not JSON', headers, 'hello', 'not_json'],
    ['a list', headers, '[]', 'not_json'],
    ['nothing', headers, '', 'not_json'],
  ] as const)('%s is refused', (_, given, text, code) => {
    expect(readEventMessage(given, bytes(text))).toMatchObject({ outcome: 'refused', code });
  });

  it('refuses a bad UTF-8 sequence rather than mending it', () => {
    expect(readEventMessage(headers, new Uint8Array([0x7b, 0xff, 0x7d]))).toMatchObject({ code: 'not_utf8' });
  });

  it('goes to the topic of its category, and nowhere when there is none', () => {
    expect(['case-1', 'proposal-1', 'policy-1'].map(topicOfStream)).toEqual([
      'countersign.cases',
      'countersign.proposals',
      undefined,
    ]);
  });
});
