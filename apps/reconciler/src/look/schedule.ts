import type { Instant, ProposalId } from '@countersign/domain';
import type { Timer } from '@countersign/messaging';
import type { LookHistory } from './history.js';

/** How often and how long the target is asked before a person is. Milliseconds and counts. */
export interface LookLimits {
  /** From the first look, made at once, to the second. */
  readonly firstMs: number;
  /** The waits after that, not falling; the last one is kept. */
  readonly delaysMs: readonly number[];
  /** Of answered looks that settle nothing, and counted apart, of looks without an answer. */
  readonly looksMax: number;
  /** How long after a send an empty listing proves nothing. */
  readonly settleWindowMs: number;
  /** How often one operation may be sent in all before a person is asked whether once more makes sense. */
  readonly sendsMax: number;
  /** How long the provider surely remembers the operation; later a repeat would be a new one (C15). */
  readonly keyLifeMs: number;
}

/** After so long in the queue it looks only when somebody asks: every retry has a bound. */
export const reviewLooksForMs = 7 * 24 * 3_600_000;

export const lookTimerKey = (id: ProposalId | string): string => `look-again:${id}`;

/** The wait before the next look, with up to a tenth of jitter. */
export function nextLookMs(limits: LookLimits, looksBefore: number, fraction: number): number {
  const { firstMs, delaysMs } = limits;
  const step = looksBefore === 0 ? firstMs : (delaysMs[looksBefore - 1] ?? slowest(limits));
  return jittered(step, fraction);
}

/** While a person is asked it goes on at the slowest pace, so that it settles itself when the target answers. */
export function reviewLookMs(limits: LookLimits, fraction: number): number {
  return jittered(slowest(limits), fraction);
}

const slowest = ({ firstMs, delaysMs }: LookLimits): number => delaysMs.at(-1) ?? firstMs;
const jittered = (ms: number, fraction: number): number => Math.round(ms * (1 + fraction / 10));

export function lookTimer(id: ProposalId, inMs: number): Timer {
  return { task: 'look-again', key: lookTimerKey(id), payload: { proposalId: id }, dueAt: { inMs } };
}

/** Until an empty listing proves something; asking before would only say "too early" again. */
export function windowLeftMs(
  { settleWindowMs }: LookLimits,
  lastSentAt: Instant | 'never',
  at: Instant,
): number {
  const endsMs = Date.parse(lastSentAt) + settleWindowMs;
  return Number.isNaN(endsMs) ? 0 : Math.max(0, endsMs - Date.parse(at) + 1);
}

/** Whether this many looks are enough. Unreachable and inconclusive looks are different troubles, counted apart. */
export function limitReached({ looksMax }: LookLimits, { unreachable, inconclusive }: LookHistory): boolean {
  return unreachable >= looksMax || inconclusive >= looksMax;
}

/** When the provider may have forgotten the operation; from then on nothing is sent under it. */
export function keyForgottenAt({ keyLifeMs }: LookLimits, firstSentAt: Instant | 'never'): Instant | 'never' {
  return firstSentAt === 'never' ? 'never' : new Date(Date.parse(firstSentAt) + keyLifeMs).toISOString();
}
