import { type ApprovalPerson, type FourEyesCode, mayApprove, type Participant } from './four-eyes.js';
import type { PolicyRequest } from './request.js';
import type { Verdict, VerdictReason } from './verdict.js';

/** A slot somebody filled, with the rights that person has NOW, not those of the moment they decided. */
export interface FilledRequirement {
  readonly slot: string;
  readonly by: ApprovalPerson;
}

export interface RecheckQuestion {
  /** The same action with the facts of now; `earlierMinor` as it was when decided. */
  readonly request: PolicyRequest;
  readonly filled: readonly FilledRequirement[];
  readonly startedBy: Participant;
  readonly author: Participant;
}

/**
 * `voided`: the action may still run, but a permission for it no longer holds: back to approval.
 * `denied`: no permission would help. Neither is ever an execution.
 */
export type RecheckVerdict =
  | { readonly outcome: 'still_permitted'; readonly verdict: Verdict }
  | {
      readonly outcome: 'voided';
      readonly code: 'requirement_unfilled' | FourEyesCode;
      readonly slot: string;
      readonly verdict: Verdict;
    }
  | {
      readonly outcome: 'denied';
      readonly code: string;
      readonly reasons: readonly VerdictReason[];
      readonly verdict: Verdict;
    };

/** An approval is not an authorization: the rules are asked again, and so is every person's right. */
export function recheck(
  decide: (request: PolicyRequest) => Verdict,
  question: RecheckQuestion,
): RecheckVerdict {
  const verdict = decide(question.request);
  if (verdict.verdict === 'deny') {
    const code = verdict.reasons[0]?.policyId ?? 'no_permit';
    return { outcome: 'denied', code, reasons: verdict.reasons, verdict };
  }
  const { request, startedBy, author, filled } = question;
  for (const requirement of verdict.requirements) {
    const fill = filled.find((candidate) => candidate.slot === requirement.slot);
    if (fill === undefined)
      return { outcome: 'voided', code: 'requirement_unfilled', slot: requirement.slot, verdict };
    const answer = mayApprove({
      person: fill.by,
      requirement,
      tenant: request.resource.tenant,
      customer: request.onBehalfOf,
      startedBy,
      author,
      filledBy: filled.filter((other) => other !== fill).map((other) => other.by.sub),
    });
    if (!answer.allowed) return { outcome: 'voided', code: answer.code, slot: requirement.slot, verdict };
  }
  return { outcome: 'still_permitted', verdict };
}
