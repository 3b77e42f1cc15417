import {
  type Instant,
  type LookEvidence,
  type ProposalId,
  type Sent,
  settledAtMs,
} from '@countersign/domain';
import type { Timer } from '@countersign/messaging';
import type { LookHistory } from './history.js';

/** How often and how long the target is asked before a person is. Milliseconds and counts. */
export interface LookLimits {
  /** From the first look, made at once, to the second. */
  readonly firstMs: number;
  /** The waits after that, not falling; the last one is kept. */
  readonly delaysMs: readonly number[];
  /** Of looks that were answered and settle nothing. An outage of the target uses none of them up. */
  readonly looksMax: number;
  /** How long the target may give no answer at all before a person is asked; longer than the looks take. */
  readonly outageMaxMs: number;
  /** How long after a send an empty listing proves nothing. */
  readonly settleWindowMs: number;
  /** How often one operation may be sent in all before a person is asked whether once more makes sense. */
  readonly sendsMax: number;
  /** How long the provider surely remembers the operation; later a repeat would be a new one (C15). */
  readonly keyLifeMs: number;
  /** Of effects that were accepted and have not settled, or that the target said something about later. */
  readonly late: LateLimits;
}

export interface LateLimits {
  /** The waits between looks at an effect that has not settled, not falling; the last one is kept. */
  readonly delaysMs: readonly number[];
  /** How long after its completion it may stay unsettled before a person is asked. */
  readonly maxMs: number;
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
export function windowLeftMs({ settleWindowMs }: LookLimits, sent: Sent, at: Instant): number {
  const endsMs = settledAtMs(sent, settleWindowMs);
  return Number.isNaN(endsMs) ? 0 : Math.max(0, endsMs - Date.parse(at) + 1);
}

/** Whether the look that is being made is the last one that is answered and settles nothing. */
export function looksUsedUp({ looksMax }: LookLimits, { inconclusive }: LookHistory): boolean {
  return inconclusive + 1 >= looksMax;
}

/** Whether the target has given no answer for too long: counted in time, not in tries, since it says nothing of us. */
export function outageLasts(
  { outageMaxMs }: LookLimits,
  { unreachableSince }: LookHistory,
  at: Instant,
): boolean {
  return unreachableSince !== 'never' && Date.parse(at) - Date.parse(unreachableSince) >= outageMaxMs;
}

/** Until an effect that was just read back is looked at again; undefined when nothing about it is open. */
export function lateLookMs(
  { firstMs, late }: LookLimits,
  { found, disputed }: LookEvidence,
  fraction: number,
): number | undefined {
  if (disputed === true) return jittered(firstMs, fraction);
  return found[0]?.settled === 'pending' ? jittered(late.delaysMs[0] ?? firstMs, fraction) : undefined;
}

/** The wait after that many looks at a completed effect. */
export function nextLateLookMs({ firstMs, late }: LookLimits, looksBefore: number, fraction: number): number {
  return jittered(late.delaysMs[looksBefore + 1] ?? late.delaysMs.at(-1) ?? firstMs, fraction);
}

export const lateLookTimerKey = (id: ProposalId | string): string => `late-look:${id}`;

export function lateLookTimer(id: ProposalId, inMs: number): Timer {
  return { task: 'late-look', key: lateLookTimerKey(id), payload: { proposalId: id }, dueAt: { inMs } };
}

/** When the provider may have forgotten the operation; from then on nothing is sent under it. */
export function keyForgottenAt({ keyLifeMs }: LookLimits, firstSentAt: Instant | 'never'): Instant | 'never' {
  return firstSentAt === 'never' ? 'never' : new Date(Date.parse(firstSentAt) + keyLifeMs).toISOString();
}
