import {
  type CapabilityReads,
  capabilities,
  type Hold,
  holdsOfOthers,
  type OnBehalfOf,
  type PolicySubject,
} from '@countersign/capabilities';
import { type Clock, proposalStream } from '@countersign/contracts';
import type { Drafted, JsonObject, ProposalEventData } from '@countersign/domain';
import type { EventStore } from '@countersign/event-store';
import { bug, retryable } from '@countersign/messaging';
import { type PolicyEngine, requestOf, type Verdict } from '@countersign/policy';

export interface JudgePorts {
  readonly engine: PolicyEngine;
  readonly reads: CapabilityReads;
  readonly store: EventStore;
  readonly clock: Clock;
  /** How long after the draft an unreadable record is waited for, before it is judged as unknown. */
  readonly patienceMs: number;
}

export interface Judgement {
  readonly decided: ProposalEventData<'PolicyDecided'>;
  readonly claims: readonly { key: string; amountMinor?: number; currency?: string }[];
  /** Whether it holds a reservation from an earlier verdict, whose permission was voided. */
  readonly holds: boolean;
}

type Draft = ProposalEventData<'ProposalDrafted'>;

/**
 * Judges one proposal on the records as they are, and says what it must reserve. The reservation is numbered
 * after those there are: of two judgements of one capacity at the same moment the store takes one, and the
 * other looks again (C07). What the proposal `replaced` held does not count against the one that stands for it.
 */
export async function judge(ports: JudgePorts, { draft }: Drafted, replaced: string): Promise<Judgement> {
  const capability = capabilities.byKind(draft.action.kind);
  if (capability === undefined)
    throw bug('capability_unknown', `No capability has the action ${draft.action.kind}.`);
  const capacity = `${capability.capacityOf(draft.action)}#`;
  // The claims are read before the ledger: a hold that turns into a refund in between is counted, not missed.
  const claims = await ports.store.claimsUnder(draft.tenant, capacity);
  const own = claims.find((claim) => !claim.released && claim.stream === proposalStream(draft.proposalId));
  const others = claims.filter((claim) => claim.stream !== proposalStream(replaced));
  const subject = await subjectOf(ports, draft, holdsOfOthers(others, draft.proposalId));
  const request = requestOf(ports.engine, { draft, records: subject });
  const verdict = ports.engine.decide(request);
  const decided = factOf(verdict, { subject, at: ports.clock.now() });
  const holds = own !== undefined;
  if (verdict.verdict === 'deny' || holds) return { decided, claims: [], holds };
  return {
    decided,
    holds,
    claims: [{ key: intentKey(draft) }, { key: `${capacity}${claims.length + 1}`, ...draft.action.money }],
  };
}

/** The claim that makes two proposals of one intent one effect. */
export function intentKey(draft: Draft): string {
  return `intent:${draft.intent}`;
}

async function subjectOf(
  { reads, clock, patienceMs }: JudgePorts,
  draft: Draft,
  holds: readonly Hold[],
): Promise<PolicySubject> {
  const forWhom: OnBehalfOf = { tenant: draft.tenant, customer: draft.customer };
  const now = await reads.situation(draft.action, forWhom);
  if (now.outcome === 'read') return reads.policySubject(draft.action, now.records, holds);
  if (now.outcome === 'gone') return reads.unknownSubject(draft.action, forWhom, 'gone');
  if (clock.nowMs() - Date.parse(draft.draftedAt) < patienceMs) {
    throw retryable('record_unreadable', `The records of ${draft.proposalId} gave no answer (${now.code}).`);
  }
  return reads.unknownSubject(draft.action, forWhom, 'unreadable');
}

function factOf(
  verdict: Verdict,
  { subject, at }: { subject: PolicySubject; at: string },
): ProposalEventData<'PolicyDecided'> {
  const { refundedMinor, heldMinor } = subject.facts;
  const known = typeof refundedMinor === 'number' && typeof heldMinor === 'number';
  const facts: JsonObject = {
    ...subject.facts,
    earlierMinor: known ? refundedMinor + heldMinor : 'unknown',
    refundedElsewhereMinor: subject.refundedElsewhereMinor,
    deliveredAt: subject.deliveredAt,
  };
  const { requirements, reasons, policySetHash, policyVersion } = verdict;
  const { approvalValidForMs, remindAfterMs, permissionValidForMs } = verdict;
  return {
    verdict: verdict.verdict,
    requirements,
    reasons,
    policySetHash,
    policyVersion,
    approvalValidForMs,
    remindAfterMs,
    permissionValidForMs,
    facts,
    decidedAt: at,
  };
}
