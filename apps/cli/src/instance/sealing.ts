import { type PostgresEventStore, type SealSigner, sealHeads } from '@countersign/event-store';
import type { Log } from '@countersign/telemetry';

export interface Sealing {
  /** Seals once more, so that what was recorded last is covered too. */
  stop(): Promise<void>;
}

/** Signs the heads of what changed, every so often. A seal that fails is made up for by the next one. */
export function startSealing(
  store: PostgresEventStore,
  signer: SealSigner,
  { everyMs, logger }: { readonly everyMs: number; readonly logger: Log },
): Sealing {
  let current = Promise.resolve();
  const seal = () => {
    current = current.then(async () => {
      try {
        await sealHeads(store, signer);
      } catch (error) {
        logger.warn('seal.not_made', {}, error);
      }
    });
    return current;
  };
  const timer = setInterval(() => void seal(), everyMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await seal();
    },
  };
}
