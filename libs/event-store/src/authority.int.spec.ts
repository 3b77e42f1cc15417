import { authors, eventContracts, reservationRules, topics } from '@countersign/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { PostgresEventStore } from './postgres-event-store.js';
import { roles } from './roles.js';
import { reserved } from './testing/reserved.js';
import { someAppend, someEvent } from './testing/samples.js';
import { type TestDatabase, testDatabase } from './testing/test-database.js';

const MODEL_SIDE = ['countersign_coordinator', 'countersign_refund_specialist'] as const;

describe('authority', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase();
    const store = new PostgresEventStore({ url: database.urls.countersign_policy_gate });
    const permission = someEvent('PolicyDecided', { verdict: 'allow' });
    await store.append(reserved(someAppend('proposal-kept', 0, [permission])));
    await store.close();
  });

  afterAll(() => database.dispose());

  test('only the policy gate may reserve and give back: another role could free what a running refund holds', async () => {
    const specialist = new PostgresEventStore({ url: database.urls.countersign_refund_specialist });
    const superseding = someAppend('proposal-kept', 1, [someEvent('ProposalSuperseded')]);
    const forbidden = { outcome: 'forbidden', type: 'claims' };
    expect(await specialist.append({ ...superseding, releases: ['*'] })).toEqual(forbidden);
    expect(await specialist.append({ ...superseding, claims: [{ key: 'more' }] })).toEqual(forbidden);
    await specialist.close();
  });

  async function as(role: keyof TestDatabase['urls'], statement: string): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString: database.urls[role] });
    await client.connect();
    try {
      return await client.query(statement);
    } finally {
      await client.end();
    }
  }

  describe.each(MODEL_SIDE)('S51: %s', (role) => {
    const forbidden = Object.entries(authors)
      .filter(([, services]) => !services.some((service) => `countersign_${service}` === role))
      .map(([type]) => type);

    test('cannot append any policy decision, approval, execution or other type of another service', async () => {
      const store = new PostgresEventStore({ url: database.urls[role] });
      expect(forbidden).toEqual(
        expect.arrayContaining([
          'PolicyDecided',
          'ApprovalGranted',
          'ExecutionStarted',
          'ExecutionSucceeded',
        ]),
      );
      for (const type of forbidden) {
        expect(await store.append(someAppend('proposal-x', 0, [someEvent(type)]))).toEqual({
          outcome: 'forbidden',
          type,
        });
      }
      await store.close();
    });

    test('cannot go round append: no INSERT, no SET ROLE, no inner function, no authority of its own', async () => {
      for (const statement of [
        `insert into countersign.events (tenant, stream, type) values ('fjordlight', 'proposal-x', 'ApprovalGranted')`,
        `insert into countersign.authority values ('${role}', 'ApprovalGranted')`,
        `insert into countersign.claim_authority values ('${role}')`,
        `delete from countersign.reservation_rules`,
        `insert into countersign.claims select * from countersign.claims`,
        `select countersign.append_events('{}', 'countersign_approval_service', now(), '')`,
        `select countersign.append_one('{}', 'countersign_approval_service', '{ApprovalGranted}', true)`,
        `set role countersign_approval_service`,
        `set session authorization countersign_approval_service`,
        `create or replace function countersign.now() returns timestamptz language sql as 'select null'`,
      ]) {
        await expect(as(role, statement)).rejects.toThrow(/permission denied|must be owner/);
      }
    });
  });

  test('a role that may write about cases writes nothing on a proposal, whatever the type', async () => {
    const coordinator = new PostgresEventStore({ url: database.urls.countersign_coordinator });
    const harmless = someAppend('proposal-kept', 1, [someEvent('ReplySent')]);
    expect(await coordinator.append(harmless)).toEqual({ outcome: 'forbidden', type: 'ReplySent' });
    await coordinator.close();
    const { rows } = await as(
      'countersign_auditor',
      'select event_type, category from countersign.event_category',
    );
    const stored = Object.fromEntries(rows.map(({ event_type, category }) => [event_type, category]));
    for (const [type, { category }] of Object.entries(eventContracts))
      expect([type, stored[type]]).toEqual([type, category]);
  });

  test('the table in the database and the table in the contracts say the same', async () => {
    const { rows } = await as(
      'countersign_auditor',
      `select event_type, array_agg(role order by role) as roles from countersign.authority
       where role <> 'countersign_owner' group by event_type`,
    );
    const stored = Object.fromEntries(rows.map(({ event_type, roles }) => [event_type, roles]));
    for (const [type, services] of Object.entries(authors)) {
      expect([type, stored[type]]).toEqual([
        type,
        services.map((service) => `countersign_${service}`).sort(),
      ]);
    }
  });

  test('what may not be permitted without its claim is the same table in the database and in the contracts', async () => {
    const { rows } = await as(
      'countersign_auditor',
      'select * from countersign.reservation_rules order by rule',
    );
    const coded = reservationRules.map(({ rule, type, verdict = null, holdsAfter, givesBack }) => ({
      ...{ rule, event_type: type, verdict, gives_back: givesBack },
      holds_after: holdsAfter === 'nothing' ? null : holdsAfter,
    }));
    expect(rows).toEqual(coded.sort((a, b) => (a.rule < b.rule ? -1 : 1)));
    // The rules are asked of who may claim: whoever may append an event that has one must be asked.
    const { rows: unasked } = await as(
      'countersign_auditor',
      `select role, event_type from countersign.authority join countersign.reservation_rules using (event_type)
       where role not in (select role from countersign.claim_authority)`,
    );
    expect(unasked).toEqual([]);
  });

  test('S52: no role can change or remove an event, the owner included', async () => {
    for (const role of roles) {
      for (const statement of [
        `update countersign.events set data = '{}'`,
        'delete from countersign.events',
        'truncate countersign.events',
        'delete from countersign.claims',
        'truncate countersign.claims',
        'truncate countersign.messages',
      ]) {
        await expect(as(role, statement)).rejects.toMatchObject({ code: '42501' });
      }
    }
  });

  test('S52: a superuser’s plain UPDATE, DELETE or TRUNCATE meets the trigger', async () => {
    const admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    for (const statement of [
      `update countersign.events set data = '{}'`,
      'delete from countersign.events',
      'truncate countersign.events',
    ]) {
      await expect(admin.query(statement)).rejects.toThrow('the record is append-only');
    }
    await admin.end();
  });

  test('the relay reads what it moves, and can append, publish and change nothing of it', async () => {
    const { rows } = await as('countersign_relay', 'select count(*)::int as count from countersign.events');
    expect(rows[0]).toMatchObject({ count: expect.any(Number) });
    const relay = new PostgresEventStore({ url: database.urls.countersign_relay });
    for (const type of Object.keys(authors)) {
      const answer = await relay.append(someAppend('case-relay', 0, [someEvent(type)]));
      expect(answer).toEqual({ outcome: 'forbidden', type });
    }
    await relay.close();
    await expect(as('countersign_relay', 'delete from countersign.parked')).rejects.toMatchObject({
      code: '42501',
    });
    const { rows: topicsOf } = await as(
      'countersign_relay',
      `select topic from countersign.topic_authority where role = 'countersign_relay'`,
    );
    expect(topicsOf).toEqual([]);
  });

  test('what was set aside stays as it came; only what became of it is written', async () => {
    const parked = `insert into countersign.parked (service, source, pattern, tenant, order_key, message_id, bytes,
        envelope, status, kind, code, reason, attempts)
      values ('executor', 'event', 'X', 'fjordlight', 'o', 'm1', 'as it came', '{}', 'parked', 'poison', 'c', 'r', 1)`;
    await as('countersign_reader', parked);
    for (const role of ['countersign_reader', 'countersign_relay'] as const) {
      for (const column of ['bytes', 'message_id', 'tenant', 'service', 'envelope', 'parked_at'])
        await expect(
          as(role, `update countersign.parked set ${column} = ${column} where message_id = 'm1'`),
        ).rejects.toMatchObject({ code: '42501' });
    }
    const settled = `update countersign.parked set status = 'handled', handled_at = countersign.now()
      where message_id = 'm1' returning convert_from(bytes, 'UTF8') as bytes`;
    expect((await as('countersign_reader', settled)).rows).toEqual([{ bytes: 'as it came' }]);
  });

  test('only roles with a row may publish to a topic', async () => {
    const message = (topic: string) =>
      `select countersign.publish('{"topic":"${topic}","tenant":"fjordlight","id":"1","key":"k","headers":"{}"}', '') as fresh`;
    expect((await as('countersign_gateway', message(topics.customerRequests))).rows).toEqual([
      { fresh: true },
    ]);
    expect((await as('countersign_gateway', message(topics.customerRequests))).rows).toEqual([
      { fresh: false },
    ]);
    await expect(as('countersign_coordinator', message(topics.approvalDecisions))).rejects.toThrow(
      'countersign_coordinator may not publish to countersign.approval-decisions',
    );
  });
});
