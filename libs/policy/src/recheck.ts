import type { PolicyReason, Requirement } from '@countersign/domain';
import type { ApproverRules } from './approvers.js';
import { type ApprovalPerson, type FourEyesCode, mayApprove } from './four-eyes.js';
import type { PolicyRequest } from './request.js';
import type { Verdict } from './verdict.js';

/** A slot somebody filled, with the rights that person has NOW, not those of the moment they decided. */
export interface FilledRequirement {
  readonly slot: string;
  readonly by: ApprovalPerson;
}

export interface RecheckQuestion {
  /** The same action with the facts of now; `earlierMinor` as it was when decided. */
  readonly request: PolicyRequest;
  readonly filled: readonly FilledRequirement[];
  /** Subjects who asked for or started the matter. */
  readonly startedBy: readonly string[];
  /** Subject who wrote the proposal. */
  readonly author: string;
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
      /** `policyId` of the first reason. */
      readonly code: string;
      readonly reasons: readonly PolicyReason[];
      readonly verdict: Verdict;
    };

/**
 * An approval is not an authorization: `verdict` is what the rules of today say of the same action, and every
 * person's right to have filled a slot is looked at again.
 */
export function recheck(
  verdict: Verdict,
  approvers: ApproverRules,
  question: RecheckQuestion,
): RecheckVerdict {
  if (verdict.verdict === 'deny') {
    const code = verdict.reasons[0]?.policyId ?? 'no_permit';
    return { outcome: 'denied', code, reasons: verdict.reasons, verdict };
  }
  for (const requirement of verdict.requirements) {
    const { slot } = requirement;
    const code = slotFault(requirement, approvers, question);
    if (code !== undefined) return { outcome: 'voided', code, slot, verdict };
  }
  return { outcome: 'still_permitted', verdict };
}

function slotFault(
  requirement: Requirement,
  approvers: ApproverRules,
  { request, filled, startedBy, author }: RecheckQuestion,
): 'requirement_unfilled' | FourEyesCode | undefined {
  const fill = filled.find((candidate) => candidate.slot === requirement.slot);
  if (fill === undefined) return 'requirement_unfilled';
  const answer = mayApprove({
    person: fill.by,
    requirement: asFilled(requirement, fill, approvers),
    tenant: request.resource.tenant,
    customer: request.onBehalfOf,
    startedBy,
    author,
    filledBy: filled.filter((other) => other.slot !== fill.slot).map((other) => other.by.sub),
  });
  return answer.allowed ? undefined : answer.code;
}

/** After an escalation the role it went to fills the slot as well as the one first asked. */
function asFilled(
  requirement: Requirement,
  { by }: FilledRequirement,
  approvers: ApproverRules,
): Requirement {
  if (requirement.basis === 'consent' || by.roles.includes(requirement.role)) return requirement;
  const rule = [...approvers.requirements.values()].find((candidate) => candidate.slot === requirement.slot);
  return rule?.basis === 'approval' ? { ...requirement, role: rule.escalatesTo } : requirement;
}
