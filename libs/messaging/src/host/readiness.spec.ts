import type { HoldingBack } from '@countersign/event-store';
import { describe, expect, test } from '@jest/globals';
import type { TransportStanding } from '../postgres/postgres-transport.js';
import { readinessOf, type StoppedReadModel } from './readiness.js';

const counts = { handled: 0, rejected: 0, retried: 0, parked: 0, halted: 0 };
const at = (position: string) => ({ transactionId: position, position });
const standing: TransportStanding = { status: 'hearing', haltedStreams: 0, reached: at('7'), counts };

function seenBy(
  held: Partial<HoldingBack> | undefined,
  transport: Partial<TransportStanding> = {},
  stoppedReadModels: readonly StoppedReadModel[] = [],
) {
  const holding: HoldingBack | undefined = held && {
    transactionId: '99',
    kind: 'session',
    pid: 1,
    role: 'postgres',
    database: 'other',
    application: 'psql',
    state: 'idle in transaction',
    openForMs: 0,
    ...held,
  };
  const store = {
    head: async () => ({ recorded: at('10'), readable: at('9') }),
    holdingBack: async () => holding,
  };
  return readinessOf({ store, stoppedReadModels }, [
    { service: 'executor', transport: { standing: { ...standing, ...transport } } },
  ]);
}

describe('readiness', () => {
  test('counts what is recorded and not handled yet', async () => {
    expect(await seenBy(undefined)).toMatchObject({
      status: 'ready',
      services: [{ service: 'executor', lag: 3 }],
    });
  });

  test('a halted stream degrades it, and does not take the service away', async () => {
    expect(await seenBy(undefined, { haltedStreams: 2 })).toMatchObject({ ready: true, status: 'degraded' });
  });

  test('a stall degrades it, and is named with how much waits and for how long', async () => {
    const stall = { behind: 12, forMs: 45_000 };
    expect(await seenBy(undefined, { stall })).toMatchObject({
      ...{ ready: true, status: 'degraded' },
      services: [{ service: 'executor', stall }],
    });
  });

  test('C38: names the transaction that holds readers back once it is long', async () => {
    expect(await seenBy({ openForMs: 400 })).toMatchObject({ status: 'ready' });
    const held = await seenBy({ openForMs: 61_000 });
    expect(held).toMatchObject({ ready: true, status: 'degraded' });
    expect(held.holdingBack).toBe('transaction 99 of postgres (psql), open for 61 s');
  });

  test('a list that no longer follows the record degrades it, and is named with what it stopped at', async () => {
    const stopped = [{ name: 'recovery-queue', code: 'unreadable_event' }];
    expect(await seenBy(undefined, {}, stopped)).toMatchObject({
      ...{ ready: true, status: 'degraded' },
      stoppedReadModels: stopped,
    });
    expect(await seenBy(undefined)).not.toHaveProperty('stoppedReadModels');
  });

  test('without the database nothing is ready', async () => {
    const store = { head: () => Promise.reject(new Error('away')), holdingBack: async () => undefined };
    expect(await readinessOf({ store, stoppedReadModels: [] }, [])).toMatchObject({
      ready: false,
      status: 'unavailable',
      database: 'down',
    });
  });
});
