import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { type Cursor, START } from './port.js';
import { PostgresEventStore } from './postgres-event-store.js';
import { someAppend, someEvent } from './testing/samples.js';
import { type TestDatabase, testDatabase } from './testing/test-database.js';
import { until } from './testing/until.js';
import { verifyChain } from './verify/verify-chain.js';

/** One call of a writer: which streams, in what order, and whether it dawdles before it ends. */
interface Step {
  streams: number[];
  dawdles: boolean;
  rollsBack: boolean;
}

const writer: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    streams: fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 4 }),
    dawdles: fc.boolean(),
    rollsBack: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);

const allowed = '{"verdict":"allow"}';

describe('concurrent writers with slow commits', () => {
  let database: TestDatabase;
  let reading: PostgresEventStore;

  beforeAll(async () => {
    database = await testDatabase();
    reading = new PostgresEventStore({ url: database.urls.countersign_reader });
  });

  afterAll(async () => {
    await reading.close();
    await database.dispose();
  });

  /** Calls append with all of the step's streams at once, in the step's own order, each retried on conflict. */
  async function write(tenant: string, steps: readonly Step[]): Promise<number> {
    const client = new pg.Client({ connectionString: database.urls.countersign_policy_gate });
    await client.connect();
    let written = 0;
    for (const { streams, dawdles, rollsBack } of steps) {
      const versions = await client.query<{ stream: string; version: number }>(
        'select stream, max(version) as version from countersign.events where tenant = $1 group by stream',
        [tenant],
      );
      const known = new Map(versions.rows.map(({ stream, version }) => [stream, version]));
      const batch = streams.map((n) => ({
        ...someAppend(`proposal-${n}`, known.get(`proposal-${n}`) ?? 0, []),
        tenant,
        claims: [{ key: `intent:${9 - n}` }],
        timers: [{ task: 'wake', key: `timer-${9 - n}`, payload: '{}', inMs: 60_000 }],
        events: [1, 2].map(() => ({ ...someEvent('PolicyDecided'), data: allowed, metadata: '{}' })),
      }));
      await client.query('begin');
      const { rows } = await client.query('select countersign.append($1) as answers', [
        JSON.stringify(batch),
      ]);
      // A slow commit: other writers run meanwhile, wait for these locks, or overtake in the numbering.
      if (dawdles) await client.query('select pg_sleep(0.003)');
      await client.query(rollsBack ? 'rollback' : 'commit');
      const appended = (rows[0].answers as { outcome: string }[]).filter(
        ({ outcome }) => outcome === 'appended',
      );
      if (!rollsBack) written += appended.length * 2;
    }
    await client.end();
    return written;
  }

  /** Follows the order while it grows; ends when the writers have and nothing is left. */
  async function read(tenant: string, finished: () => boolean): Promise<string[]> {
    const seen: string[] = [];
    let cursor: Cursor = START;
    let last = false;
    for (;;) {
      const page = await reading.readAfter(cursor, 7);
      cursor = page.cursor;
      seen.push(...page.events.filter((e) => e.tenant === tenant).map((e) => `${e.stream}@${e.version}`));
      if (page.events.length > 0) continue;
      if (last) return seen;
      if (finished()) {
        await until(async () => {
          const head = await reading.head();
          return head.readable.position === head.recorded.position;
        });
        last = true;
      }
    }
  }

  test('readers see every event once, each stream in its own order, and no batch ever deadlocks', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(writer, { minLength: 2, maxLength: 5 }), async (writers) => {
        run += 1;
        const tenant = `run-${run}`;
        let finished = false;
        const readers = [1, 2].map(() => read(tenant, () => finished));
        const written = await Promise.all(writers.map((steps) => write(tenant, steps)));
        finished = true;
        const total = written.reduce((sum, n) => sum + n, 0);
        for (const seen of await Promise.all(readers)) {
          expect(seen).toHaveLength(total);
          expect(new Set(seen).size).toBe(total);
          for (const stream of new Set(seen.map((name) => name.split('@')[0]))) {
            const versions = seen
              .filter((name) => name.startsWith(`${stream}@`))
              .map((name) => name.split('@')[1]);
            expect(versions).toEqual(versions.map((_, index) => String(index + 1)));
          }
        }
      }),
      { numRuns: 12 },
    );
    expect((await verifyChain(reading)).findings).toEqual([]);
  });

  test('the answer to an append does not depend on its neighbours or their order', async () => {
    const store = new PostgresEventStore({ url: database.urls.countersign_policy_gate });
    let run = 0;
    const kinds = ['fresh', 'conflict', 'forbidden', 'claimed', 'duplicate', 'too_late', 'invalid'] as const;
    const holder = {
      ...someAppend('proposal-holder', 0, [someEvent('PolicyDecided', JSON.parse(allowed))]),
      claims: [{ key: 'intent:held' }],
    };
    await store.append(holder);
    const expected = {
      fresh: 'appended',
      conflict: 'conflict',
      forbidden: 'forbidden',
      claimed: 'claimed',
      duplicate: 'duplicate',
      too_late: 'too_late',
      invalid: 'invalid_append',
    };
    const request = (kind: (typeof kinds)[number], stream: string) => {
      const fresh = someAppend(stream, 0, [someEvent('PolicyDecided', { verdict: 'deny' })]);
      if (kind === 'conflict') return { ...fresh, expectedVersion: 3 };
      if (kind === 'forbidden') return someAppend(stream, 0, [someEvent('ApprovalGranted')]);
      if (kind === 'claimed')
        return { ...holder, ...{ stream, events: [someEvent('PolicyDecided', JSON.parse(allowed))] } };
      if (kind === 'duplicate') return holder;
      if (kind === 'too_late') return { ...fresh, notAfter: '2020-01-01T00:00:00Z' };
      if (kind === 'invalid') return { ...fresh, notAfter: '2026-02-30T00:00:00Z' };
      return fresh;
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 30 }),
        async (batch) => {
          run += 1;
          const answers = await Promise.allSettled(
            batch.map((kind, index) => store.append(request(kind, `proposal-n${run}-${index}`))),
          );
          expect(answers.map((a) => (a.status === 'fulfilled' ? a.value.outcome : a.reason.code))).toEqual(
            batch.map((kind) => expected[kind]),
          );
        },
      ),
      { numRuns: 25 },
    );
    await store.close();
  });
});
