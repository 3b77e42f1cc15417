import type { Ports, RecordedEvent } from '@countersign/contracts';
import type { Instant, ProposalCommand } from '@countersign/domain';
import type { Timer, Work } from '@countersign/messaging';
import type { RetryLimits } from '../config.js';
import { nextLook, nextTry } from './backoff.js';
import type { Permissible } from './check-permission.js';
import { looksSince, ownEffectUnknown, retriesSince, triedSince } from './when-sent.js';

export interface PutOff {
  readonly code: string;
  /** What the target asked us to wait, if it did. Milliseconds. */
  readonly retryAfterMs?: number;
}

/** How and how long is tried. */
export interface Trying {
  readonly retries: RetryLimits;
  readonly ports: Ports;
}

/**
 * Another try in a while, or an end to trying. Nothing was applied, so nothing is unknown. How often and since when
 * it was tried is read from the stream alone: whichever process goes on after a restart counts on.
 */
export function putOff(
  trying: Trying,
  waiting: Waiting,
  { code, retryAfterMs }: PutOff,
): Exclude<Work<ProposalCommand>, 'nothing'> {
  const waitMs = nextTry(trying.retries, {
    retries: retriesSince(waiting.events),
    ...soFar(trying, waiting),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
  return untilThen(trying, waiting, { code, waitMs });
}

/**
 * What an earlier call did is not known yet, and until it is nothing is ended or withdrawn. It is looked for again: not
 * before a look can answer, where that is known. No call is made, so this uses up none of the attempts.
 */
export function lookLater(
  trying: Trying,
  waiting: Waiting,
  answersAt: Instant | undefined,
): Exclude<Work<ProposalCommand>, 'nothing'> {
  const { retries: limits, ports } = trying;
  const waitMs = nextLook(limits, {
    looks: looksSince(waiting.events),
    ...soFar(trying, waiting),
    ...(answersAt === undefined ? {} : { answersInMs: Date.parse(answersAt) - ports.clock.nowMs() + 1 }),
  });
  return untilThen(trying, waiting, { code: ownEffectUnknown, waitMs });
}

interface Waiting {
  readonly state: Permissible;
  readonly events: readonly RecordedEvent[];
}

function soFar({ ports }: Trying, { events }: Waiting) {
  const since = triedSince(events);
  const elapsedMs = since === undefined ? 0 : ports.clock.nowMs() - Date.parse(since);
  return { elapsedMs, fraction: ports.randomness.fraction() };
}

function untilThen(
  { retries: { attemptsMax }, ports }: Trying,
  { state }: Waiting,
  { code, waitMs }: { readonly code: string; readonly waitMs: number | 'exhausted' },
): Exclude<Work<ProposalCommand>, 'nothing'> {
  const fact = { attempt: state.attempts, code, attemptsMax, at: ports.clock.now() };
  if (waitMs === 'exhausted') return { commands: [{ type: 'exhaust_retries', fact }] };
  const retryAt = new Date(ports.clock.nowMs() + waitMs).toISOString();
  return {
    commands: [{ type: 'schedule_retry', fact: { ...fact, retryAt } }],
    timers: [retryTimer(state.draft.proposalId, { inMs: waitMs }, retryAt)],
  };
}

export const watchKey = (id: string): string => `execution-watch:${id}`;
export const retryKey = (id: string): string => `execution-retry:${id}`;

/** The one timer that brings a proposal back to the executor. It names the instant it was set for. */
export function retryTimer(id: string, dueAt: Timer['dueAt'], retryAt: string): Timer {
  return { task: 'execution-retry', key: retryKey(id), payload: { proposalId: id, retryAt }, dueAt };
}
