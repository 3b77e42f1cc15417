import type { CaseEventData, CaseOutcome, Digest, EscalationReason, ProposalId } from '@countersign/domain';
import { Instant, Name, OneOf, Sha256, Text } from '../fields.js';

const reasons: Readonly<Record<EscalationReason, true>> = {
  bound_reached: true,
  planning_loop: true,
  lookup_unanswered: true,
  asked_for_a_person: true,
  not_understood: true,
  not_covered: true,
  refused_step: true,
  contradicting_facts: true,
  planner_failed: true,
};
const outcomes: Readonly<Record<CaseOutcome, true>> = {
  completed: true,
  partially_completed: true,
  declined: true,
};

export class ProposalAttached implements CaseEventData<'ProposalAttached'> {
  @Name() proposalId!: ProposalId;
  @Sha256() digest!: Digest;
  @Name() kind!: string;
  @Text() summary!: string;
  @Instant() at!: string;
}

export class ActionObserved implements CaseEventData<'ActionObserved'> {
  @Name() proposalId!: ProposalId;
  @Name() status!: string;
  @Name() eventId!: string;
  @Instant() at!: string;
}

export class CaseEscalated implements CaseEventData<'CaseEscalated'> {
  @OneOf<EscalationReason>(reasons) reason!: EscalationReason;
  @Text() knownSoFar!: string;
  @Instant() at!: string;
}

export class CaseReopened implements CaseEventData<'CaseReopened'> {
  @Name() proposalId!: ProposalId;
  @Name() reason!: string;
  @Instant() at!: string;
}

export class CaseCompleted implements CaseEventData<'CaseCompleted'> {
  @OneOf<CaseOutcome>(outcomes) outcome!: CaseOutcome;
  @Instant() at!: string;
}
