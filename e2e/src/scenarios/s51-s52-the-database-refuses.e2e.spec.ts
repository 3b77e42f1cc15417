import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  authors,
  caseStream,
  type EventType,
  proposalStream,
  type RecordedEvent,
} from '@countersign/contracts';
import { PostgresEventStore, type Role, roles, verifyChain } from '@countersign/event-store';
import { endingWithParent } from '@countersign/event-store/embedded';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { asSuperuser } from '../harness/superuser.js';
import { System } from '../harness/system.js';
import { type WaitingCard, waitingCard } from '../harness/waiting-card.js';

let system: System;
let card: WaitingCard;
let before: RecordedEvent[];
beforeAll(async () => {
  system = await System.start();
  card = await waitingCard(system);
  before = await system.events(proposalStream(card.proposalId));
});
afterAll(() => system.stop());

/** The record and the target as they were. The customer was told nothing, because nothing was heard. */
async function nothingHappened(): Promise<void> {
  expect(await system.events(proposalStream(card.proposalId))).toEqual(before);
  expect((await system.admin.ledger(`ch_${card.order}`)).effects).toEqual([]);
}

async function asRole<Answer>(role: Role, work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString: system.database.urls[role] });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The SQLSTATE that a statement is refused with; 'done' when it is not. */
const refusalOf = (role: Role, statement: string) =>
  asRole(role, (client) =>
    client.query(statement).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    ),
  );

const withAuthority: EventType[] = [
  'PolicyDecided',
  'ReservationReleased',
  'ApprovalRequested',
  'ApprovalGranted',
  'ApprovalRejected',
  'ExecutionStarted',
  'ExecutionSucceeded',
  'OutcomeReconciled',
  'ProposalCompleted',
  'OperatorResolved',
];
/** The store does not look inside: only the type and the role are judged here. */
const someEvent = (type: EventType) => ({
  ...{ id: randomUUID(), type, schemaVersion: 1, data: { note: 'any' } },
  metadata: { causationId: randomUUID(), correlationId: randomUUID() },
});
const modelSide = ['countersign_coordinator', 'countersign_refund_specialist'] as const;

describe('S51: the roles of the services where the model lives', () => {
  test.each(modelSide)('%s cannot append a decision of any kind through the one door', async (role) => {
    const store = new PostgresEventStore({ url: system.database.urls[role] });
    const at = { tenant: 'fjordlight', stream: proposalStream(card.proposalId) };
    for (const type of withAuthority) {
      const append = { ...at, expectedVersion: before.length, events: [someEvent(type)] };
      expect(await store.append(append)).toEqual({ outcome: 'forbidden', type });
    }
    // Not behind an event of its own either, on a stream of its own.
    const hidden = [someEvent('ModelTurnTaken'), someEvent('ApprovalGranted')];
    const ownStream = { ...at, stream: caseStream(randomUUID()), expectedVersion: 0, events: hidden };
    expect(await store.append(ownStream)).toEqual({ outcome: 'forbidden', type: 'ApprovalGranted' });
    expect(await system.events(ownStream.stream)).toEqual([]);
    await store.close();
    await nothingHappened();
  });

  test.each(modelSide)('%s cannot go round the door by SQL, nor give itself the authority', async (role) => {
    const copy = (type: string) => `insert into countersign.events
      (tenant, stream, version, id, type, schema_version, data, metadata, recorded_at, recorded_by, previous_hash, hash)
      select tenant, stream, version + 1, gen_random_uuid(), '${type}', 1, '{}', '{}', now(), 'countersign_executor',
        hash, hash from countersign.events where stream = '${proposalStream(card.proposalId)}' and version = 3`;
    const ways = [
      copy('ApprovalGranted'),
      copy('ExecutionStarted'),
      `insert into countersign.authority values ('${role}', 'ApprovalGranted')`,
      `update countersign.authority set role = '${role}' where event_type = 'ApprovalGranted'`,
      `insert into countersign.claims (tenant, key, stream, version, claimed_at) values ('fjordlight', 'k', 's', 1, now())`,
      `select countersign.append_events('{}', 'countersign_executor', now(), ''::bytea)`,
      'set role countersign_executor',
      'set session authorization countersign_approval_service',
      'create or replace function countersign.now() returns timestamptz language sql as $$ select now() $$',
      'alter table countersign.events disable trigger all',
    ];
    for (const way of ways) expect([way, await refusalOf(role, way)]).toEqual([way, '42501']);
    await nothingHappened();
  });

  test('the table in the database names the same authors as the code', async () => {
    const rows = await system.raw.query<{ role: string; event_type: string }>(
      'authority',
      'select role, event_type from countersign.authority',
      [],
    );
    for (const role of modelSide) {
      const mine = rows.filter((row) => row.role === role).map((row) => row.event_type);
      const known = Object.keys(authors).filter((type) =>
        authors[type as EventType].some((service) => `countersign_${service}` === role),
      );
      expect(mine.sort()).toEqual(known.sort());
      expect(mine.filter((type) => (withAuthority as string[]).includes(type))).toEqual([]);
    }
  });
});

describe('S52: nobody changes what is recorded', () => {
  test.each(roles)('%s: UPDATE, DELETE and TRUNCATE are refused', async (role) => {
    for (const statement of [
      `update countersign.events set data = '{}'`,
      'delete from countersign.events',
      'truncate countersign.events',
      'truncate countersign.events cascade',
    ]) {
      expect([statement, await refusalOf(role, statement)]).toEqual([statement, '42501']);
    }
    await nothingHappened();
  });

  test("a superuser's edit, made with the triggers off, is found by verify with its stream and version", async () => {
    const whole = await verify();
    expect(whole.code).toBe(0);
    expect(whole.text).toContain('Nothing was altered');
    const stream = proposalStream(card.proposalId);
    await asSuperuser(system, async (admin) => {
      await admin.query('set session_replication_role = replica');
      await admin.query(
        `update countersign.events set data = replace(data, '4200', '9900') where stream = $1 and version = 1`,
        [stream],
      );
    });
    const { findings } = await verifyChain(system.raw);
    expect(findings).toContainEqual(
      expect.objectContaining({ code: 'edited', tenant: 'fjordlight', stream, version: 1 }),
    );
    const found = await verify();
    expect(found.code).toBe(1);
    expect(found.text).toContain('The record was altered');
    expect(found.text).toMatch(new RegExp(`${stream}.*\\b1\\b`));
    expect((await system.admin.ledger(`ch_${card.order}`)).effects).toEqual([]);
  });
});

/** `countersign verify`, as anybody with a reading role runs it. */
async function verify(): Promise<{ code: number; text: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-verify-'));
  const program = resolve(import.meta.dirname, '../../../apps/cli/dist/main.js');
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: system.database.urls.countersign_auditor,
  };
  try {
    return await new Promise((done) => {
      execFile(
        process.execPath,
        [...endingWithParent, program, 'verify', '--data', folder],
        { env },
        (error, stdout, stderr) => {
          done({ code: error === null ? 0 : Number(error.code), text: `${stdout}${stderr}` });
        },
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
