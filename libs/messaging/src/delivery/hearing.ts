import type { Failure } from '../failure/failure.js';
import type { Delivery } from './delivery.js';
import type { Job } from './lanes.js';
import type { Aside, Tries } from './tries.js';

/** What is to be heard in its turn, and what becomes of it. */
export interface Taken {
  readonly order: string;
  readonly tenant: string;
  /** The next delivery, or undefined when there is none left. Usually there is one. */
  next(): Promise<Delivery | undefined>;
  /** Called once, when all of it is handled or set aside; not at all if the service stops first. */
  settled(): void;
  /** False when somebody else is to hear it by now: it is dropped unheard and unsettled. */
  wanted?(): boolean;
  /** Told around each turn, so that whoever gives work away can wait for what runs. */
  began?(): void;
  ended?(): void;
}

/** What hearing needs of the consumer. */
export interface Hearer {
  newTries(): Tries;
  mayGoOn(): Promise<boolean>;
  /** True when an earlier message of the order waits for an operator. */
  isHalted(order: string): Promise<boolean>;
  hear(delivery: Delivery): Promise<Failure | undefined>;
  /** Undefined: handled. A number: another try after so many milliseconds. */
  judge(failure: Failure | undefined, tries: Tries, delivery: Delivery): number | Aside | undefined;
  setAside(delivery: Delivery, aside: Aside): Promise<boolean>;
  /** The store did not answer. */
  away(error: unknown): void;
}

/** The job of hearing what was taken: each delivery until it is handled or set aside durably, then the next. */
export function hearing(taken: Taken, by: Hearer): Job {
  const { order, tenant, wanted = () => true } = taken;
  let current: Delivery | undefined;
  let fetched = false;
  let tries = by.newTries();
  let aside: Aside | undefined;
  /** True: over with. A number: another turn after so many milliseconds. */
  const one = async (delivery: Delivery): Promise<true | number> => {
    if (aside === undefined && (await by.isHalted(order))) aside = behindHalted;
    if (aside === undefined) {
      const next = by.judge(await by.hear(delivery), tries, delivery);
      if (typeof next === 'number') return next;
      aside = next;
    }
    // Kept between turns: what must be set aside is never run again because the store was away.
    return aside === undefined || (await by.setAside(delivery, aside)) ? true : tries.whileAway();
  };
  const turn = async (): Promise<'done' | number> => {
    if (!(await by.mayGoOn())) return 0;
    if (!wanted()) return 'done';
    for (;;) {
      if (!fetched) current = await taken.next();
      fetched = true;
      if (current === undefined) break;
      const over = await one(current);
      if (over !== true) return over;
      fetched = false;
      aside = undefined;
      tries = by.newTries();
    }
    taken.settled();
    return 'done';
  };
  return {
    order,
    tenant,
    run: async () => {
      taken.began?.();
      try {
        return await turn();
      } catch (error) {
        by.away(error);
        return tries.whileAway();
      } finally {
        taken.ended?.();
      }
    },
  };
}

/** One delivery as it is. */
export function single(delivery: Delivery, settled: () => void): Taken {
  let first = true;
  return {
    order: delivery.order,
    tenant: delivery.tenant,
    next: async () => {
      if (!first) return undefined;
      first = false;
      return delivery;
    },
    settled,
  };
}

const behindHalted: Aside = {
  status: 'waiting',
  kind: 'order',
  code: 'behind_halted',
  reason: 'An earlier message of this stream is halted.',
  attempts: 0,
};
