import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PostgresEventStore } from './postgres-event-store.js';
import { someAppend, someEvent } from './testing/samples.js';
import { type TestDatabase, testDatabase } from './testing/test-database.js';

describe('claims', () => {
  let database: TestDatabase;
  let gate: PostgresEventStore;

  beforeAll(async () => {
    database = await testDatabase();
    gate = new PostgresEventStore({ url: database.urls.countersign_policy_gate });
  });

  afterAll(async () => {
    await gate.close();
    await database.dispose();
  });

  const decided = (stream: string, version = 0) => someAppend(stream, version, [someEvent('PolicyDecided')]);

  test('C10: of 20 parallel claims on one key one wins, and the others learn who holds it', async () => {
    const stores = Array.from(
      { length: 4 },
      () => new PostgresEventStore({ url: database.urls.countersign_policy_gate }),
    );
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        stores[n % 4]?.append({ ...decided(`proposal-${n}`), claims: [{ key: 'refund:charge:ch_1' }] }),
      ),
    );
    const [held] = await gate.claimsUnder('fjordlight', 'refund:charge:ch_1');
    expect(answers.filter((answer) => answer?.outcome === 'appended')).toHaveLength(1);
    expect(answers.filter((answer) => answer?.outcome !== 'appended')).toEqual(
      Array.from({ length: 19 }, () => ({
        outcome: 'claimed',
        key: 'refund:charge:ch_1',
        holder: held?.stream,
      })),
    );
    await Promise.all(stores.map((store) => store.close()));
  });

  test('an append that is refused for one claim takes none of its claims and no event', async () => {
    await gate.append({ ...decided('proposal-a'), claims: [{ key: 'a:1' }] });
    const refused = await gate.append({ ...decided('proposal-b'), claims: [{ key: 'a:2' }, { key: 'a:1' }] });
    expect(refused).toEqual({ outcome: 'claimed', key: 'a:1', holder: 'proposal-a' });
    expect((await gate.claimsUnder('fjordlight', 'a:')).map(({ key }) => key)).toEqual(['a:1']);
    expect(await gate.readStream('fjordlight', 'proposal-b')).toEqual([]);
  });

  test('a released claim is free again, and stays on record', async () => {
    await gate.append({
      ...decided('proposal-c'),
      claims: [{ key: 'c:1', amountMinor: 500, currency: 'EUR' }],
    });
    const event = [someEvent('ReservationReleased')];
    await gate.append({ ...someAppend('proposal-c', 1, event), releases: ['*'] });
    expect(await gate.append({ ...decided('proposal-d'), claims: [{ key: 'c:1' }] })).toMatchObject({
      outcome: 'appended',
    });
    expect(await gate.claimsUnder('fjordlight', 'c:')).toEqual([
      expect.objectContaining({ stream: 'proposal-c', released: true, amountMinor: 500, currency: 'EUR' }),
      expect.objectContaining({ stream: 'proposal-d', released: false }),
    ]);
  });

  test('only the holder can release: a stream that does not hold the key changes nothing', async () => {
    await gate.append({ ...decided('proposal-e'), claims: [{ key: 'e:1' }] });
    const event = [someEvent('ReservationReleased')];
    await gate.append({ ...someAppend('proposal-other', 0, event), releases: ['e:1', '*'] });
    expect(await gate.append({ ...decided('proposal-f'), claims: [{ key: 'e:1' }] })).toMatchObject({
      outcome: 'claimed',
      holder: 'proposal-e',
    });
  });

  test('the holder claiming again keeps its claim; releasing and claiming in one append renews it', async () => {
    await gate.append({ ...decided('proposal-g'), claims: [{ key: 'g:1' }] });
    expect(await gate.append({ ...decided('proposal-g', 1), claims: [{ key: 'g:1' }] })).toMatchObject({
      outcome: 'appended',
    });
    expect(await gate.claimsUnder('fjordlight', 'g:')).toHaveLength(1);
    await gate.append({
      ...decided('proposal-g', 2),
      releases: ['g:1'],
      claims: [{ key: 'g:1', amountMinor: 7, currency: 'JPY' }],
    });
    expect(await gate.claimsUnder('fjordlight', 'g:')).toEqual([
      expect.objectContaining({ released: true }),
      expect.objectContaining({ released: false, amountMinor: 7 }),
    ]);
  });
});
