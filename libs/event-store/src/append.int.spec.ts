import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PostgresEventStore } from './postgres-event-store.js';
import { reserved } from './testing/reserved.js';
import { someAppend, someEvent } from './testing/samples.js';
import { type TestDatabase, testDatabase } from './testing/test-database.js';

describe('append', () => {
  let database: TestDatabase;
  let coordinator: PostgresEventStore;
  let gate: PostgresEventStore;

  beforeAll(async () => {
    database = await testDatabase();
    coordinator = new PostgresEventStore({ url: database.urls.countersign_coordinator });
    gate = new PostgresEventStore({ url: database.urls.countersign_policy_gate });
  });

  afterAll(async () => {
    await Promise.all([coordinator.close(), gate.close()]);
    await database.dispose();
  });

  test('records events at the versions after the expected one, exactly as given', async () => {
    const request = someAppend('case-a', 0, [
      someEvent('CaseOpened', { z: 1, a: 'é ✓ 😀 \\u0000' }),
      someEvent('CaseRouted'),
    ]);
    const answer = await coordinator.append(request);
    expect(answer).toMatchObject({ outcome: 'appended', version: 2 });
    const events = await coordinator.readStream('fjordlight', 'case-a');
    expect(events.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }))).toEqual(
      request.events.map(({ id, type, data, metadata }) => ({ id, type, data, metadata })),
    );
    expect(events.map(({ version, recordedBy }) => [version, recordedBy])).toEqual([
      [1, 'countersign_coordinator'],
      [2, 'countersign_coordinator'],
    ]);
    expect(await coordinator.readStream('fjordlight', 'case-a', 2)).toEqual(events.slice(1));
  });

  test('the same events again are a duplicate, at whatever version, with the version they have', async () => {
    const request = someAppend('case-b', 0, [someEvent('CaseOpened')]);
    await coordinator.append(request);
    await coordinator.append(someAppend('case-b', 1, [someEvent('CaseRouted')]));
    expect(await coordinator.append(request)).toEqual({ outcome: 'duplicate', version: 1 });
    expect(await coordinator.append({ ...request, expectedVersion: 2 })).toEqual({
      outcome: 'duplicate',
      version: 1,
    });
  });

  test('C44: of two appends from one version one wins, the other learns the actual version', async () => {
    await coordinator.append(someAppend('case-c', 0, [someEvent('CaseOpened')]));
    const answers = await Promise.all([
      coordinator.append(someAppend('case-c', 1, [someEvent('CaseRouted')])),
      coordinator.append(someAppend('case-c', 1, [someEvent('CaseEscalated')])),
    ]);
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['appended', 'conflict']);
    expect(answers).toContainEqual({ outcome: 'conflict', version: 2 });
    expect(await coordinator.readStream('fjordlight', 'case-c')).toHaveLength(2);
  });

  test('appends of one call to one stream see each other, and a call of hundreds keeps every answer', async () => {
    const first = someAppend('case-chained', 0, [someEvent('CaseOpened')]);
    const others = Array.from({ length: 200 }, (_, n) =>
      someAppend(`case-many-${n}`, 0, [someEvent('CaseOpened')]),
    );
    const answers = await Promise.all(
      [
        first,
        someAppend('case-chained', 1, [someEvent('CaseRouted'), someEvent('CaseRouted')]),
        someAppend('case-chained', 1, [someEvent('CaseEscalated')]),
        first,
        ...others,
      ].map((request) => coordinator.append(request)),
    );
    expect(answers.slice(0, 4)).toEqual([
      expect.objectContaining({ outcome: 'appended', version: 1 }),
      expect.objectContaining({ outcome: 'appended', version: 3 }),
      { outcome: 'conflict', version: 3 },
      { outcome: 'duplicate', version: 1 },
    ]);
    expect(answers.slice(4).every(({ outcome }) => outcome === 'appended')).toBe(true);
    const chained = await coordinator.readStream('fjordlight', 'case-chained');
    expect(chained.map(({ previousHash }) => previousHash).slice(1)).toEqual(
      chained.map(({ hash }) => hash).slice(0, 2),
    );
  });

  test('a stream that must exist but does not is a conflict at version 0', async () => {
    const answer = await coordinator.append(someAppend('case-none', 3, [someEvent('CaseRouted')]));
    expect(answer).toEqual({ outcome: 'conflict', version: 0 });
  });

  test('an event type without authority is forbidden, also beside allowed ones, before anything else is judged', async () => {
    const request = someAppend('case-d', 7, [someEvent('CaseOpened'), someEvent('PolicyDecided')]);
    expect(await coordinator.append(request)).toEqual({ outcome: 'forbidden', type: 'PolicyDecided' });
    expect(await coordinator.readStream('fjordlight', 'case-d')).toEqual([]);
  });

  test('an append later than its limit by database time is too late, and only then', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const early = { ...someAppend('case-e', 0, [someEvent('CaseOpened')]), notAfter: inAnHour };
    expect(await coordinator.append(early)).toMatchObject({ outcome: 'appended' });
    await database.advanceTime(3_600_001);
    const late = { ...someAppend('case-e', 1, [someEvent('CaseRouted')]), notAfter: inAnHour };
    expect(await coordinator.append(late)).toMatchObject({ outcome: 'too_late' });
    await database.advanceTime(-3_600_001);
    expect(await coordinator.append(late)).toMatchObject({ outcome: 'appended' });
  });

  test('one refusal, or one bug, never spoils its neighbours in the call', async () => {
    const answers = await Promise.allSettled([
      coordinator.append(someAppend('case-f1', 0, [someEvent('CaseOpened')])),
      coordinator.append(someAppend('case-f2', 5, [someEvent('CaseOpened')])),
      coordinator.append({
        ...someAppend('case-f3', 0, [someEvent('CaseOpened')]),
        notAfter: '2026-02-30T00:00:00Z',
      }),
      coordinator.append(someAppend('case-f4', 0, [someEvent('ApprovalGranted')])),
      coordinator.append(someAppend('case-f5', 0, [someEvent('CaseOpened')])),
    ]);
    expect(answers.map((a) => (a.status === 'fulfilled' ? a.value.outcome : a.reason.code))).toEqual([
      'appended',
      'conflict',
      'invalid_append',
      'forbidden',
      'appended',
    ]);
  });

  test('an event id used a second time in a stream, beside a new one, is the caller’s bug', async () => {
    const first = someEvent('CaseOpened');
    await coordinator.append(someAppend('case-g', 0, [first]));
    const again = coordinator.append(someAppend('case-g', 1, [first, someEvent('CaseRouted')]));
    await expect(again).rejects.toMatchObject({ code: 'invalid_append', retryable: false });
  });

  test('tenants never meet: the same stream name and claim are two in two tenants', async () => {
    const here = reserved(someAppend('proposal-t', 0, [someEvent('PolicyDecided', { verdict: 'allow' })]));
    expect(await gate.append(here)).toMatchObject({ outcome: 'appended', version: 1 });
    expect(await gate.append({ ...here, tenant: 'nordstern' })).toMatchObject({
      outcome: 'appended',
      version: 1,
    });
    expect(await gate.readStream('nordstern', 'proposal-t')).toHaveLength(1);
  });
});
