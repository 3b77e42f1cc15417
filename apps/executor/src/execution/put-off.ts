import type { Ports, RecordedEvent } from '@countersign/contracts';
import type { ProposalCommand } from '@countersign/domain';
import type { Timer, Work } from '@countersign/messaging';
import type { RetryLimits } from '../config.js';
import { nextTry } from './backoff.js';
import type { Permissible } from './check-permission.js';
import { retriesSince, triedSince } from './when-sent.js';

export interface PutOff {
  readonly code: string;
  /** What the target asked us to wait, if it did. Milliseconds. */
  readonly retryAfterMs?: number;
}

interface Trying {
  readonly retries: RetryLimits;
  readonly ports: Ports;
}

/**
 * Another try in a while, or an end to trying. Nothing was applied, so nothing is unknown. How often and since when
 * it was tried is read from the stream alone: whichever process goes on after a restart counts on.
 */
export function putOff(
  { retries: limits, ports }: Trying,
  { state, events }: { readonly state: Permissible; readonly events: readonly RecordedEvent[] },
  { code, retryAfterMs }: PutOff,
): Exclude<Work<ProposalCommand>, 'nothing'> {
  const at = ports.clock.now();
  const nowMs = ports.clock.nowMs();
  const waitMs = nextTry(limits, {
    retries: retriesSince(events),
    elapsedMs: nowMs - Date.parse(triedSince(events) ?? at),
    fraction: ports.randomness.fraction(),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
  const fact = { attempt: state.attempts, code, attemptsMax: limits.attemptsMax, at };
  if (waitMs === 'exhausted') return { commands: [{ type: 'exhaust_retries', fact }] };
  const retryAt = new Date(nowMs + waitMs).toISOString();
  return {
    commands: [{ type: 'schedule_retry', fact: { ...fact, retryAt } }],
    timers: [retryTimer(state.draft.proposalId, { inMs: waitMs }, retryAt)],
  };
}

export const retryKey = (id: string): string => `execution-retry:${id}`;

/** The one timer that brings a proposal back to the executor. It names the instant it was set for. */
export function retryTimer(id: string, dueAt: Timer['dueAt'], retryAt: string): Timer {
  return { task: 'execution-retry', key: retryKey(id), payload: { proposalId: id, retryAt }, dueAt };
}
