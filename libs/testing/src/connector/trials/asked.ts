import type { Executed, FoundOutcome } from '@countersign/capabilities';
import { type Action, type OperationId } from '@countersign/domain';
import type { ConnectorUnderTest } from '../subject.js';

/** What came of asking the connector. A connector neither throws nor hangs, whatever its target does. */
export type Asked<T> =
  | { readonly how: 'answered'; readonly answer: T }
  | { readonly how: 'threw'; readonly error: unknown }
  | { readonly how: 'hung'; readonly afterMs: number };

export interface Order {
  readonly operationId: OperationId;
  readonly action: Action;
}

interface Waiting {
  readonly connector: ConnectorUnderTest;
  readonly timeoutMs: number;
  readonly patienceMs: number;
}

/** Longer than any time-out of a trial: a call is never unsent only because the machine was busy. */
const SENDABLE_MS = 10 * 60_000;

/** Executes as the executor would: with an end to the time in which it may be sent. */
export function execute(
  { connector, timeoutMs, patienceMs }: Waiting,
  { operationId, action }: Order,
  when: { readonly firstSentAt?: string; readonly sendBefore?: string } = {},
): Promise<Asked<Executed>> {
  const { firstSentAt = 'never', sendBefore = inMs(SENDABLE_MS) } = when;
  return bounded(timeoutMs + patienceMs, () =>
    connector.execute(operationId, action, { firstSentAt, sendBefore }),
  );
}

/** Looks as the reconciler would. */
export function look(
  { connector, timeoutMs, patienceMs }: Waiting,
  { operationId, action }: Order,
  lastSentAt: string,
): Promise<Asked<FoundOutcome>> {
  // Looking may take several requests and repeats of them; it has to end all the same.
  return bounded(timeoutMs * 5 + patienceMs, () => connector.findOutcome(operationId, action, lastSentAt));
}

export function inMs(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}

const TICK_MS = 100;

/**
 * The wait is counted in short ticks and not by the clock: while this process itself stands still (a busy machine,
 * a laptop that slept), no tick passes, and the connector is not blamed for it.
 */
async function bounded<T>(afterMs: number, ask: () => Promise<T>): Promise<Asked<T>> {
  let timer: NodeJS.Timeout | undefined;
  const hung = new Promise<Asked<T>>((resolve) => {
    let leftMs = afterMs;
    timer = setInterval(() => {
      leftMs -= TICK_MS;
      if (leftMs <= 0) resolve({ how: 'hung', afterMs });
    }, TICK_MS);
  });
  const asked = (async () => ask())().then(
    (answer): Asked<T> => ({ how: 'answered', answer }),
    (error: unknown): Asked<T> => ({ how: 'threw', error }),
  );
  try {
    return await Promise.race([asked, hung]);
  } finally {
    clearInterval(timer);
  }
}
