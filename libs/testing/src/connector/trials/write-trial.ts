import { randomUUID } from 'node:crypto';
import type { Executed } from '@countersign/capabilities';
import { operationIdOf, proposalId } from '@countersign/domain';
import type { ConnectorSubject, Effect, Money, RequestSeen } from '../subject.js';
import { passOn } from '../way/exchange.js';
import { openHttpWay } from '../way/http-way.js';
import { type Asked, execute, inMs, type Order } from './asked.js';
import type { WriteFault } from './write-faults.js';

/** One operation that met one fault, and was then repeated under the same id until it succeeded. */
export interface WriteTrial extends Order {
  readonly fault: WriteFault;
  readonly first: Asked<Executed>;
  /** Requests of the first attempt. */
  readonly sent: readonly RequestSeen[];
  readonly repeats: readonly Asked<Executed>[];
  /** Requests of all attempts. */
  readonly sentInAll: readonly RequestSeen[];
  readonly elsewhere: readonly RequestSeen[];
  /** In the target's ledger at the end. */
  readonly effects: readonly Effect[];
}

/** Where no time-out is meant to run out: a busy machine or a slow test mode must not look like a fault. */
const AMPLE_MS = 60_000;
const SHORT_MS = 500;
const PATIENCE_MS = 10_000;
const REPEATS_MAX = 5;
const SAMPLE: Money = { amountMinor: 4200, currency: 'EUR' };

/** The sample's money in a currency that the subject knows. */
function sampleMoney({ money }: ConnectorSubject): Money {
  const [first] = Array.isArray(money) ? money : [];
  return first === undefined ? SAMPLE : { ...SAMPLE, currency: String(first) };
}

/** A connector behind a way of its own. `short` where the time-out is to run out. */
export async function connected(
  subject: ConnectorSubject,
  how: { readonly refusing?: boolean; readonly isSlow?: boolean } = {},
) {
  const way = await openHttpWay(subject, { refusing: how.refusing === true });
  const timeoutMs = subject.fixedTimeoutMs ?? (how.isSlow === true ? SHORT_MS : AMPLE_MS);
  const { patienceMs = PATIENCE_MS } = subject;
  return { way, timeoutMs, patienceMs, connector: subject.connect({ baseUrl: way.baseUrl, timeoutMs }) };
}

export async function newOrder(subject: ConnectorSubject, money = sampleMoney(subject)): Promise<Order> {
  return { operationId: operationIdOf(proposalId(randomUUID())), action: await subject.action(money) };
}

/** @throws what the subject's own functions throw, and an error where the target cannot be reached. */
export async function tryWriteFault(subject: ConnectorSubject, fault: WriteFault): Promise<WriteTrial> {
  const order = await newOrder(subject);
  const world = await connected(subject, {
    refusing: fault.fault === undefined,
    isSlow: fault.isSlow === true,
  });
  try {
    const attempts = await attempt(world, order, fault);
    await world.way.close();
    const { writes, elsewhere } = world.way;
    const effects = await subject.effects(order.action);
    return { ...order, fault, ...attempts, sentInAll: writes(), elsewhere: elsewhere(), effects };
  } finally {
    await world.way.close();
  }
}

type Connected = Awaited<ReturnType<typeof connected>>;

async function attempt(world: Connected, order: Order, { fault }: WriteFault) {
  const { way } = world;
  way.meet('write', fault ?? passOn);
  const firstSentAt = inMs(0);
  const first = await execute(world, order);
  const sent = way.writes();
  way.meet('write', passOn);
  await way.listen();
  const repeats: Asked<Executed>[] = [];
  while (repeats.length < REPEATS_MAX) {
    const again = await execute(world, order, { firstSentAt });
    repeats.push(again);
    if (again.how === 'hung' || (again.how === 'answered' && again.answer.class === 'succeeded')) break;
  }
  return { first, sent, repeats };
}
