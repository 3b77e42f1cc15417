import { describe, expect, it } from '@jest/globals';
import type { AsyncApiDocument } from './asyncapi-document.js';
import { breakingChanges, sentenceOf } from './breaking-changes.js';
import { contractDocument } from './document.js';
import type { JsonSchema } from './json-schema.js';

const released = contractDocument('0.1.0', {});
type Inner = 'properties' | 'required' | 'items' | 'oneOf' | 'anyOf';
type Draft = { -readonly [Key in Exclude<keyof JsonSchema, Inner>]: JsonSchema[Key] } & {
  properties: Record<string, Draft>;
  required: string[];
  items: Draft;
  oneOf: Draft[];
  anyOf: Draft[];
};
type DraftDocument = {
  channels: Record<string, { address: string; messages: Record<string, unknown> }>;
  components: { messages: Record<string, { name: string }>; schemas: Record<string, Draft> };
};

/** What is found broken after a made-up change, as lines. */
function broken(change: (now: DraftDocument) => void, from: AsyncApiDocument = released): string[] {
  const now = structuredClone(released) as unknown as DraftDocument;
  change(now);
  return breakingChanges(from, now as unknown as AsyncApiDocument).map(sentenceOf);
}
/** The same after a change of one schema. */
const brokenIn = (name: string, change: (schema: Draft) => void) =>
  broken(({ components }) => {
    const schema = components.schemas[name];
    if (schema === undefined) throw new Error(`${name} is not there`);
    change(schema);
  });
const field = (schema: Draft, path: string): Draft =>
  path.split('.').reduce((at, key) => {
    const inner = at.properties[key];
    if (inner === undefined) throw new Error(`${key} is not there`);
    return inner;
  }, schema);
const text = { type: 'string' } as Draft;

describe('nothing is broken', () => {
  it('when nothing changed', () => expect(broken(() => undefined)).toEqual([]));
  it('by a new event type, a new version, a new field that may be missing, a new word, a wider limit', () => {
    const lines = broken(({ components: { schemas, messages }, channels }) => {
      schemas['CaseReopened.v1'] = text;
      schemas['CaseCompleted.v2'] = text;
      messages['CaseReopened'] = { name: 'countersign.case-reopened' };
      (channels['cases'] ?? { messages: {} as Record<string, unknown> }).messages['CaseReopened'] = {};
      const completed = schemas['CaseCompleted.v1'] ?? text;
      completed.properties['why'] = text;
      field(completed, 'outcome').enum = ['completed', 'partially_completed', 'declined', 'withdrawn'];
      field(schemas['CaseRouted.v1'] ?? text, 'capability').maxLength = 1_000;
    });
    expect(lines).toEqual([]);
  });
  it('by taking more from outside: a field that may now be missing, another type beside the old', () => {
    expect(
      brokenIn('CustomerRequest.v1', (schema) => {
        schema.required = schema.required.filter((name) => name !== 'conversationId');
        field(schema, 'text').type = ['string', 'null'];
        schema.properties['language'] = text;
      }),
    ).toEqual([]);
  });
});

describe('a change of an event that breaks names type, version, field and the way out', () => {
  const wayOut = (type: string) => expect.stringMatching(`^${type}.*Way out: .*`);
  it('event type removed', () => {
    const lines = broken(({ components: { messages, schemas }, channels }) => {
      delete messages['NoteAdded'];
      delete schemas['NoteAdded.v1'];
      delete channels['proposals']?.messages['NoteAdded'];
    });
    expect(lines).toEqual([wayOut('NoteAdded: removed')]);
  });
  it('version removed', () => {
    const lines = broken(({ components: { schemas } }) => delete schemas['NoteAdded.v1']);
    expect(lines).toEqual([wayOut('NoteAdded version 1: version removed')]);
  });
  it.each<[string, string, (schema: Draft) => void, string]>([
    [
      'field removed',
      'CaseOpened.v1',
      (s) => delete field(s, 'bounds').properties['turnsMax'],
      'CaseOpened version 1, bounds.turnsMax: field removed',
    ],
    [
      'field newly required',
      'ProposalDrafted.v1',
      (s) => field(s, 'action').required.push('money'),
      'ProposalDrafted version 1, action.money: field newly required',
    ],
    [
      'new field that must be there',
      'NoteAdded.v1',
      (s) => {
        s.properties['at2'] = text;
        s.required.push('at2');
      },
      'NoteAdded version 1, at2: field newly required',
    ],
    [
      'field no longer sure',
      'NoteAdded.v1',
      (s) => {
        s.required = ['by', 'text'];
      },
      'NoteAdded version 1, at: field is no longer always there',
    ],
    [
      'type changed',
      'ProposalDrafted.v1',
      (s) => {
        field(s, 'action.money.amountMinor').type = 'string';
      },
      'ProposalDrafted version 1, action.money.amountMinor: type changed from integer to string',
    ],
    [
      'type widened under readers',
      'CaseRouted.v1',
      (s) => {
        field(s, 'capability').type = ['string', 'null'];
      },
      'CaseRouted version 1, capability: type changed from string to null or string',
    ],
    [
      'type of list items changed',
      'ApprovalReminded.v1',
      (s) => {
        field(s, 'slots').items.type = 'integer';
      },
      'ApprovalReminded version 1, slots\\[\\]: type changed',
    ],
    [
      'field of list items removed',
      'ReplySent.v1',
      (s) => delete field(s, 'cards').items.properties['digest'],
      'ReplySent version 1, cards\\[\\].digest: field removed',
    ],
    [
      'enum narrowed',
      'CaseCompleted.v1',
      (s) => {
        field(s, 'outcome').enum = ['completed', 'declined'];
      },
      'CaseCompleted version 1, outcome: enum narrowed: partially_completed removed',
    ],
    [
      'words where any text was',
      'CaseRouted.v1',
      (s) => {
        field(s, 'capability').enum = ['refunds'];
      },
      'CaseRouted version 1, capability: narrowed from any value',
    ],
    [
      'shorter text',
      'CaseRouted.v1',
      (s) => {
        field(s, 'capability').maxLength = 10;
      },
      'CaseRouted version 1, capability: maxLength narrowed from 500 to 10',
    ],
    [
      'higher least',
      'TargetLooked.v1',
      (s) => {
        field(s, 'look').minimum = 2;
      },
      'TargetLooked version 1, look: minimum narrowed',
    ],
    [
      'pattern changed',
      'NoteAdded.v1',
      (s) => {
        field(s, 'at').pattern = '^now$';
      },
      'NoteAdded version 1, at: pattern changed',
    ],
    [
      'closed',
      'NoteAdded.v1',
      (s) => {
        s.additionalProperties = false;
      },
      'NoteAdded version 1: further fields',
    ],
    [
      'kind of a union removed',
      'ProposalDrafted.v1',
      (s) => {
        field(s, 'origin').oneOf = field(s, 'origin').oneOf.slice(0, 1);
      },
      'ProposalDrafted version 1, origin: kind kind agent removed',
    ],
    [
      'field of a kind removed',
      'ProposalDrafted.v1',
      (s) => delete field(s, 'origin').oneOf[0]?.properties['caseId'],
      'ProposalDrafted version 1, origin\\(kind case\\).caseId: field removed',
    ],
    [
      'no longer sealed',
      'NoteAdded.v1',
      (s) => {
        s.properties['text'] = text;
      },
      'NoteAdded version 1, text: type changed from sealed value or string to string',
    ],
    [
      'header removed',
      'EventHeaders',
      (s) => delete s.properties['ce_hash'],
      'EventHeaders, ce_hash: field removed',
    ],
  ])('%s', (_what, name, change, line) => {
    const lines = brokenIn(name, change);
    expect(lines).toEqual([wayOut(line)]);
    if (name.endsWith('.v1')) expect(lines[0]).toMatch(/add version 2 with an upcaster from 1/);
  });
});

describe('a change of what is taken from outside that breaks', () => {
  it.each<[string, (schema: Draft) => void, string]>([
    [
      'field newly required',
      (s) => {
        s.required.push('token');
      },
      'token: field newly required',
    ],
    ['field removed', (s) => delete s.properties['reason'], 'reason: field removed'],
    [
      'type narrowed',
      (s) => {
        field(s, 'reason').type = 'string';
      },
      'reason: type changed from null or string to string',
    ],
    [
      'enum narrowed',
      (s) => {
        field(s, 'decision').enum = ['approve'];
      },
      'decision: enum narrowed: reject removed',
    ],
    [
      'another version only',
      (s) => {
        field(s, 'schemaVersion').const = 2;
      },
      'schemaVersion: enum narrowed: 1 removed',
    ],
  ])('%s', (_what, change, line) => {
    const lines = brokenIn('ApprovalDecision.v1', change);
    expect(lines).toEqual([expect.stringContaining(`ApprovalDecision version 1, ${line}. Way out: `)]);
    expect(lines[0]).toMatch(/take version 2 beside it/);
  });
});

describe('a change of where messages are that breaks', () => {
  it('topic renamed, or a message moved to another, or named otherwise', () => {
    const renamed = broken(({ channels }) => {
      (channels['cases'] ?? { address: '' }).address = 'countersign.matters';
    });
    expect(renamed).toEqual([
      expect.stringMatching(/^countersign.cases: topic removed or renamed\. Way out/),
    ]);
    const moved = broken(({ channels }) => delete channels['cases']?.messages['CaseOpened']);
    expect(moved).toEqual([expect.stringMatching(/^CaseOpened: no longer on countersign.cases\. Way out/)]);
    const named = broken(({ components: { messages } }) => {
      messages['CaseOpened'] = { name: 'countersign.opened' };
    });
    expect(named).toEqual([expect.stringMatching(/^CaseOpened: its ce_type changed/)]);
  });
});
