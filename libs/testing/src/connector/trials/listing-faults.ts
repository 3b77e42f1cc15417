import type { Executed } from '@countersign/capabilities';
import type { ConnectorSubject } from '../subject.js';
import type { Forwarded, HttpFault } from '../way/exchange.js';
import { type Asked, execute, inMs, look, type Order } from './asked.js';
import { connected, newOrder } from './write-trial.js';

interface Stale {
  /** An operation whose effect is in the ledger. */
  readonly order: Order;
  readonly executed: Asked<Executed>;
  /** Answers looks as the target did before the effect. */
  readonly fault: HttpFault;
}

/** A listing that lags, whatever the target: its own answers from before the effect, given again afterwards. */
export async function staleAnswers(subject: ConnectorSubject): Promise<Stale> {
  const order = await newOrder(subject);
  const before = new Map<string, Forwarded>();
  const world = await connected(subject);
  world.way.meet('look', async ({ request, forward, answer }) => {
    const given = await forward();
    before.set(`${request.method} ${request.path} ${request.body}`, given);
    answer(given);
  });
  await look(world, order, inMs(0));
  const executed = await execute(world, order);
  await world.way.close();
  const fault: HttpFault = async ({ request, forward, answer }) => {
    const { method, path, body } = request;
    answer(before.get(`${method} ${path} ${body}`) ?? (await forward()));
  };
  return { order, executed, fault };
}

interface EmptyPages {
  readonly fault: HttpFault;
  /** How many answers were listings. */
  changed(): number;
}

/** The target's answers, made into an empty page with more behind it, by the subject's own knowledge of them. */
export function emptyPages(emptyPage: (body: unknown) => unknown): EmptyPages {
  let changed = 0;
  return {
    changed: () => changed,
    fault: async ({ forward, answer }) => {
      const given = await forward();
      const page = emptyPage(parsed(given.body));
      if (page === undefined) return answer(given);
      changed += 1;
      answer({ ...given, body: Buffer.from(JSON.stringify(page)) });
    },
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
