import type { Host } from '@countersign/messaging';
import { describeOnKafka } from '@countersign/messaging/kafka/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { personAt, startReplica } from '../harness/replica.js';
import { System } from '../harness/system.js';
import { comeAndGo, handledBy, joined } from './comings-and-goings.js';
import { completed, type Door, inTheStore, refundsThrough } from './refunds-through.js';

/** More by a command: `npm run chaos:replicas -- --proposals 1000`. */
const proposals = Number(process.env['CHAOS_PROPOSALS'] ?? 100);
/** A machine as slow as four seconds a proposal ends the run in time. */
const withinMs = 60_000 + proposals * 4_000;

await describeOnKafka('two replicas of each service, and a third that comes and goes', () => {
  let system: System;
  let second: Host;
  beforeAll(async () => {
    const unlimited = { RATE_PER_CUSTOMER: '100000', RATE_PER_TENANT: '100000' };
    system = await System.start({ bus: 'kafka', separateProcesses: false, settings: unlimited });
    second = await startReplica(system);
    await joined(second);
  });
  afterAll(async () => {
    await second?.stop();
    await system?.stop();
  });

  const first = (): Host => {
    if (!('parked' in system.host)) throw new Error('This scenario runs its replicas in this process.');
    return system.host;
  };

  test(
    `${proposals} proposals have ${proposals} outcomes and ${proposals} effects, and no stream misses a version`,
    async () => {
      const over = new AbortController();
      const done = async () => (await inTheStore(system)).completed;
      const visits = comeAndGo(system, over.signal, done);
      const doors: Door[] = [first(), second].map((replica) => ({
        agent: personAt(replica, 'helpdesk-bot', system),
        customer: personAt(replica, 'ada', system),
      }));
      const carried = refundsThrough(doors, { system, count: proposals, inFlight: 8 })
        .then(async (ids) => {
          await completed(system, proposals, withinMs);
          return ids;
        })
        .finally(() => over.abort());
      // Whichever fails: the visitor has gone before its system is stopped.
      await Promise.allSettled([carried, visits]);
      const [ids, visited] = await Promise.all([carried, visits]);

      expect(new Set(ids).size).toBe(proposals);
      expect(await inTheStore(system)).toEqual({ streams: proposals, completed: proposals, broken: [] });
      const { effects } = await system.admin.ledger();
      expect(effects.map(({ operationId }) => operationId).sort()).toEqual([...ids].sort());
      expect(await first().parked()).toEqual([]);
      for (const replica of [first(), second]) expect(await handledBy(replica)).toBeGreaterThan(0);
      expect(visited.count).toBeGreaterThan(0);
    },
    2 * withinMs,
  );
});
