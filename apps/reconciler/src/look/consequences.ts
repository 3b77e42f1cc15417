import type { FoundOutcome } from '@countersign/capabilities';
import {
  type Drafted,
  type Instant,
  isBefore,
  type LookEvidence,
  type ProposalCommand,
  type Receipt,
  type ReviewReason,
} from '@countersign/domain';
import type { Work } from '@countersign/messaging';
import type { LookHistory } from './history.js';
import { type Asking, looksGoOn, reviewOf } from './review.js';
import {
  keyForgottenAt,
  type LookLimits,
  lateLookMs,
  lateLookTimer,
  lookTimer,
  lookTimerKey,
  reviewLookMs,
} from './schedule.js';

/** One look, and everything its consequence depends on. */
export interface Look {
  readonly state: Drafted;
  readonly found: FoundOutcome;
  /** Before this look. */
  readonly history: LookHistory;
  /** The target system, as its incidents are named. */
  readonly system: string;
  readonly limits: LookLimits;
  readonly at: Instant;
  /** In [0, 1), for jitter. */
  readonly fraction: number;
  /** A person's own look settles what it can and leaves the schedule alone. */
  readonly askedBy: 'schedule' | 'person';
}

export type Done = Exclude<Work<ProposalCommand>, 'nothing'>;

/** Recorded, and a person is asked; what an answered look showed goes on record whole. */
export function asking(
  look: Look,
  reason: ReviewReason,
  code: string,
  more: Pick<Asking, 'alsoSendAgain'> = {},
): Done {
  const { state, found, history, system, at, limits, fraction } = look;
  const { proposalId } = state.draft;
  const of = { system, id: proposalId };
  const fact = reviewOf({ reason, code, found, of, lastReadAt: history.lastReadAt, at, ...more });
  const commands: ProposalCommand[] = [recorded(look), { type: 'request_review', fact }, ...onRecord(look)];
  if (!looksGoOn(reason)) return { commands, timersCancelled: [lookTimerKey(proposalId)] };
  return { commands, timers: [lookTimer(proposalId, reviewLookMs(limits, fraction))] };
}

/** The matter is settled; the schedule of looks ends with it. */
export function closing(look: Look, commands: readonly ProposalCommand[]): Done {
  return {
    commands: [recorded(look), ...commands],
    timersCancelled: [lookTimerKey(look.state.draft.proposalId)],
  };
}

/** Carried out: read back, and looked at again where it was only accepted or where it is contested already. */
export function completing(
  look: Look,
  evidence: LookEvidence,
  before: readonly ProposalCommand[] = [],
): Done {
  const done = closing(look, [...before, complete(look, evidence)]);
  const inMs = lateLookMs(look.limits, evidence, look.fraction);
  return inMs === undefined ? done : { ...done, timers: [lateLookTimer(look.state.draft.proposalId, inMs)] };
}

export function recorded({ state, found, at }: Look, code?: string): ProposalCommand {
  const answered = found.outcome !== 'no_answer';
  return {
    type: 'record_look',
    fact: {
      look: state.looks + 1,
      asked: answered ? found.evidence.asked : found.asked,
      answer: answered ? 'answered' : 'no_answer',
      code: code ?? (answered ? found.outcome : found.code),
      at,
    },
  };
}

/** An answer that settled nothing is kept with its evidence, unless the last look had shown the same. */
export function onRecord(look: Look): readonly ProposalCommand[] {
  const { found, history } = look;
  if (['no_answer', 'happened', 'undone'].includes(found.outcome) || !('evidence' in found)) return [];
  return history.lastFound === found.evidence.found.map(({ reference }) => reference).join()
    ? []
    : [reconcile(look, 'inconclusive', found.evidence)];
}

export function happened(look: Look, evidence: LookEvidence): ProposalCommand {
  return reconcile(look, 'happened', evidence);
}

export function reconcile(
  { state, at }: Look,
  finding: 'happened' | 'did_not_happen' | 'inconclusive',
  evidence: LookEvidence,
): ProposalCommand {
  return { type: 'reconcile', fact: { finding, look: state.looks + 1, evidence, at } };
}

export function complete({ at }: Look, evidence: LookEvidence): ProposalCommand {
  return { type: 'complete', fact: { receipt: onlyEffect(evidence), evidence, at } };
}

/** The domain judges again that it is exactly one, and of the approved amount. */
function onlyEffect({ found }: LookEvidence): Receipt {
  const [only] = found;
  if (only === undefined) throw new Error('A look that says it happened found nothing');
  return only;
}

export function isForgotten({ limits, history, at }: Look): boolean {
  const forgottenAt = keyForgottenAt(limits, history.firstSentAt);
  return forgottenAt !== 'never' && !isBefore(at, forgottenAt);
}
