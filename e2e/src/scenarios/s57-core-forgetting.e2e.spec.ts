import { caseStream, proposalStream } from '@countersign/contracts';
import { evolveProposal, noProposal, type Proposal, type ProposalEvent } from '@countersign/domain';
import { verifyChain } from '@countersign/event-store';
import { waitFor } from '@countersign/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { askForRefund, type RefundStory } from '../harness/refund-story.js';
import { System } from '../harness/system.js';

const personal = [
  'Ada Nilsson',
  'ada.nilsson@example.org',
  '4111 1111 1111 1111',
  'still sealed, never opened',
  'rang from +49',
];
const words =
  'I am Ada Nilsson, ada.nilsson@example.org, and paid with 4111 1111 1111 1111. Please check order';

let system: System;
let story: RefundStory;
let ben: RefundStory;
let rejected: RefundStory;
const logged: string[] = [];

beforeAll(async () => {
  const write = (line: string) => logged.push(line);
  system = await System.start({ logs: { level: 'debug', write } });
  const lines = [{ lineId: '1', title: 'headphones', unitPriceMinor: 7900 }];
  [story, ben, rejected] = await Promise.all([
    askForRefund(system, { lines }, words),
    askForRefund(system, { lines, customer: 'ben' }),
    askForRefund(system, { lines: [{ lineId: '1', title: 'trailer', unitPriceMinor: 64_000 }] }),
  ]);
  const why = { reason: 'She rang from +49 30 555', noteToCustomer: 'You rang from +49 30 555.' };
  expect((await system.as('maya').decide(rejected.proposalId, 'reject', why)).status).toBe(200);
  expect((await story.ada.decide(story.proposalId, 'approve')).status).toBe(200);
  await system.waitForEvent(story.proposalId, 'ProposalCompleted');
  await story.ada.waitForReply('that it is done', (reply) => reply.code === 'completed');
});
afterAll(() => system.stop());

test('S57: names, e-mails and card-like numbers are in no table and no log line in clear', async () => {
  const tables = await everyTable();
  expect(tables.size).toBeGreaterThan(10);
  const found = [...tables].flatMap(([table, rows]) =>
    personal.filter((text) => holds(rows, text)).map((text) => `${table}: ${text}`),
  );
  expect(found).toEqual([]);
  expect(personal.filter((text) => logged.join('').includes(text))).toEqual([]);
  expect(logged.length).toBeGreaterThan(0);
  // The looking itself finds what is there.
  expect(holds(tables.get('countersign.events') ?? '', 'ch_')).toBe(true);
  expect(JSON.stringify(await system.events(caseStream(story.caseId)))).toContain('ada.nilsson@example.org');
});

test('S57: destroying her key forgets her words, at once and for ever; state, proof and others stay', async () => {
  const before = fold(await system.events(proposalStream(story.proposalId)));
  expect(before.status).toBe('completed');
  const bensCase = await system.events(caseStream(ben.caseId));
  expect(JSON.stringify(await story.ada.conversation())).toContain('79.00 EUR');

  await system.forget('ada');

  await waitFor(
    'a conversation without words',
    async () => {
      const replies = await story.ada.replies();
      return replies.length > 0 && replies.every(({ text }) => text === '[forgotten]') ? true : undefined;
    },
    { describe: async () => JSON.stringify(await story.ada.conversation()) },
  );
  const caseEvents = await system.events(caseStream(story.caseId));
  expect(personal.filter((text) => JSON.stringify(caseEvents).includes(text))).toEqual([]);
  expect(caseEvents.find(({ type }) => type === 'CustomerMessageReceived')?.data['text']).toBe('[forgotten]');

  const after = fold(await system.events(proposalStream(story.proposalId)));
  expect(withoutNames(after)).toEqual(withoutNames(before));
  const refusal = await system.waitForEvent(rejected.proposalId, 'ApprovalRejected');
  expect(refusal.data).toMatchObject({
    reason: '[forgotten]',
    noteToCustomer: '[forgotten]',
    by: { name: 'Maya Lindqvist' },
  });
  expect((await verifyChain(system.raw)).findings).toEqual([]);
  expect(await system.events(caseStream(ben.caseId))).toEqual(bensCase);
  expect(JSON.stringify(bensCase)).toContain('Ben Okafor');
});

function fold(events: readonly unknown[]): Proposal {
  return (events as readonly ProposalEvent[]).reduce<Proposal>(evolveProposal, noProposal);
}

/** The customer's own name on her consent is hers; that it was she, by id, stays. */
function withoutNames(state: Proposal): unknown {
  return JSON.parse(JSON.stringify(state), (key, value: unknown) =>
    key === 'name' && (value === 'Ada Nilsson' || value === '[forgotten]') ? 'her name' : value,
  );
}

/** Every table of the database as text, bytes as what they spell. */
async function everyTable(): Promise<Map<string, string>> {
  const admin = new pg.Client({ connectionString: system.database.adminUrl });
  await admin.connect();
  try {
    const { rows: tables } = await admin.query<{ name: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const all = new Map<string, string>();
    for (const { name } of tables) {
      const { rows } = await admin.query<Record<string, unknown>>(`select * from ${name}`);
      all.set(name, rows.map((row) => Object.values(row).map(spelled).join('\n')).join('\n'));
    }
    return all;
  } finally {
    await admin.end();
  }
}

function spelled(value: unknown): string {
  if (Buffer.isBuffer(value)) return value.toString('utf8');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** In clear, or in base64 at whatever offset. */
function holds(rows: string, text: string): boolean {
  const encoded = [0, 1, 2].map((offset) =>
    Buffer.from(`${' '.repeat(offset)}${text}`)
      .toString('base64')
      .slice(offset === 0 ? 0 : 4, -4),
  );
  return [text, ...encoded].some((form) => rows.includes(form));
}
