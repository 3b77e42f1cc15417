import { waitFor } from '@countersign/testing';
import { type Account, accountOf } from './account.js';
import { onField } from './field.js';
import { carryLoad } from './load.js';
import type { ChaosServers } from './own-servers.js';
import type { Story } from './stories.js';

const inFlightMax = 8;

export interface RestartsOptions {
  readonly proposals: number;
  readonly interrupted?: AbortSignal;
  tell(sentence: string): void;
}

/**
 * Carries proposals through while the broker is killed and started again, the database is stopped and started again,
 * and then both at once. Nobody restarts a service.
 */
export function restartsUnderLoad(options: RestartsOptions): Promise<Account> {
  return onField({ interrupted: options.interrupted }, async ({ system, servers, signal }) => {
    const done: Story[] = [];
    const { proposals } = options;
    // An agent's every one: what is counted here is the proposals.
    const load = { proposals, seconds: 0, inFlightMax, conversationEvery: Number.POSITIVE_INFINITY };
    await Promise.all([
      restartAt(servers, { ...options, done, signal }),
      carryLoad(system, load, { done, signal }),
    ]);
    return accountOf(system, servers, done);
  });
}

async function restartAt(
  { kafka, postgres }: ChaosServers,
  of: RestartsOptions & { readonly done: readonly Story[]; readonly signal: AbortSignal },
): Promise<void> {
  const { proposals, done, tell, signal } = of;
  const restartKafka = () => kafka.kill().then(() => kafka.start());
  const restartPostgres = () => postgres.stop().then(() => postgres.start());
  const steps: [number, string, () => Promise<unknown>][] = [
    [0.15, 'Kafka is killed and started again', restartKafka],
    [0.4, 'PostgreSQL is stopped and started again', restartPostgres],
    [0.65, 'both at once', () => Promise.all([restartKafka(), restartPostgres()])],
  ];
  for (const [share, what, restart] of steps) {
    await waitFor(what, () => signal.aborted || done.length >= share * proposals || undefined, {
      withinMs: 1_200_000,
    });
    if (signal.aborted) return;
    tell(`${done.length} of ${proposals} completed: ${what} …`);
    await restart();
  }
}
