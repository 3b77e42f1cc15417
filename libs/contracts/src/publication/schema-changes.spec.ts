import { describe, expect, it } from '@jest/globals';
import { brokenIn, type Draft, field, text } from '../testing/changed-contracts.js';

type Change = (schema: Draft) => void;
const set =
  (path: string, to: Partial<Draft>): Change =>
  (schema) => {
    Object.assign(field(schema, path), to);
  };
const demand =
  (name: string, within?: string): Change =>
  (schema) => {
    (within === undefined ? schema : field(schema, within)).required.push(name);
  };

describe('a change of an event that breaks names type, version, field and the way out', () => {
  it.each<[string, Change, string]>([
    ['CaseOpened', (s) => delete field(s, 'bounds').properties['turnsMax'], 'bounds.turnsMax: field removed'],
    ['ReplySent', (s) => delete field(s, 'cards.[]').properties['digest'], 'cards[].digest: field removed'],
    ['ProposalDrafted', demand('money', 'action'), 'action.money: field newly required'],
    [
      'NoteAdded',
      (s) => Object.assign(s, { required: ['by', 'text'] }),
      'at: field is no longer always there',
    ],
    [
      'ProposalDrafted',
      set('action.money.amountMinor', { type: 'string' }),
      'action.money.amountMinor: type changed from integer to string',
    ],
    [
      'CaseRouted',
      set('capability', { type: ['string', 'null'] }),
      'capability: type changed from string to null or string',
    ],
    [
      'ApprovalReminded',
      set('slots.[]', { type: 'integer' }),
      'slots[]: type changed from string to integer',
    ],
    [
      'CaseCompleted',
      set('outcome', { enum: ['completed', 'declined'] }),
      'outcome: enum narrowed: partially_completed removed',
    ],
    [
      'CaseRouted',
      set('capability', { enum: ['refunds'] }),
      'capability: narrowed from any value to refunds',
    ],
    ['CaseRouted', set('capability', { maxLength: 10 }), 'capability: maxLength narrowed from 500 to 10'],
    ['TargetLooked', set('look', { minimum: 2 }), 'look: minimum narrowed from 1 to 2'],
    ['NoteAdded', set('at', { pattern: '^now$' }), 'at: pattern changed'],
    ['ProposalDrafted', (s) => field(s, 'origin').oneOf.pop(), 'origin: kind kind agent removed'],
    [
      'ProposalDrafted',
      (s) => delete field(s, 'origin').oneOf[0]?.properties['caseId'],
      'origin(kind case).caseId: field removed',
    ],
    [
      'NoteAdded',
      (s) => Object.assign(s.properties, { text }),
      'text: type changed from sealed value or string to string',
    ],
  ])('%s', (type, change, line) => {
    expect(brokenIn(`${type}.v1`, change)).toEqual([
      `${type} version 1, ${line}. Way out: leave version 1 as it is, and add version 2 with an upcaster from 1 in libs/contracts/src/events/event-contracts.ts.`,
    ]);
  });

  it('a new field that must be there, because old events do not have it', () => {
    const lines = brokenIn('NoteAdded.v1', (schema) => {
      schema.properties['seenAt'] = text;
      schema.required.push('seenAt');
    });
    expect(lines).toEqual([expect.stringContaining('NoteAdded version 1, seenAt: field newly required')]);
  });
  it('refusing fields that nobody knows, which newer releases write', () => {
    const lines = brokenIn('NoteAdded.v1', (schema) =>
      Object.assign(schema, { additionalProperties: false }),
    );
    expect(lines).toEqual([
      expect.stringContaining('NoteAdded version 1: further fields are no longer allowed'),
    ]);
  });
  it('a header removed', () => {
    const lines = brokenIn('EventHeaders', (schema) => delete schema.properties['ce_hash']);
    expect(lines).toEqual([expect.stringMatching(/^EventHeaders, ce_hash: field removed\. Way out/)]);
  });
});

describe('a change of what is taken from outside that breaks', () => {
  it.each<[string, Change]>([
    ['token: field newly required', demand('token')],
    ['reason: field removed', (s) => delete s.properties['reason']],
    ['reason: type changed from null or string to string', set('reason', { type: 'string' })],
    ['decision: enum narrowed: reject removed', set('decision', { enum: ['approve'] })],
    ['schemaVersion: enum narrowed: 1 removed', set('schemaVersion', { const: 2 })],
    ['reason: maxLength narrowed from 2000 to 500', set('reason', { maxLength: 500 })],
  ])('%s', (line, change) => {
    expect(brokenIn('ApprovalDecision.v1', change)).toEqual([
      `ApprovalDecision version 1, ${line}. Way out: leave version 1 as it is and take version 2 beside it, told apart by schemaVersion.`,
    ]);
  });
});
