import type { ProposalEvent, ProposalEventData } from '../proposal/events.js';

/**
 * A second, independent reading of the rules, small enough to check by eye. It reads events only, shares
 * no code with `decide` and `evolve`, and says what is wrong with the next event, or nothing.
 */
export class Auditor {
  #digest = '';
  #people = new Set<string>();
  #verdict: ProposalEventData<'PolicyDecided'> | undefined;
  /** By slot, every role it was passed on to. */
  #roles = new Map<string, readonly string[]>();
  #grants = new Map<string, ProposalEventData<'ApprovalGranted'>>();
  #inFlight = false;
  #mayBeApplied = false;
  #over = false;
  #reviewAfterRefusal = false;
  #stands = false;
  #settlesAt = Number.NEGATIVE_INFINITY;

  /** What this event breaks, in one sentence, or undefined. */
  objection(event: ProposalEvent): string | undefined {
    const found = this.#judge(event);
    this.#remember(event);
    return found;
  }

  #judge(event: ProposalEvent): string | undefined {
    if (event.type === 'ExecutionStarted') return this.#start(event.data);
    if (event.type === 'ApprovalGranted') return this.#grant(event.data);
    if (event.type === 'ProposalCompleted' && event.data.evidence.found.length !== 1) {
      return 'Completed without exactly one effect.';
    }
    if (event.type === 'OutcomeReconciled' && this.#isBelievedEarly(event.data)) {
      return 'Believed an absence while a call could still arrive.';
    }
    if (event.type === 'ReservationReleased' && this.#stands) return 'Gave back what an effect still takes.';
    if (event.type === 'OperatorResolved' && event.data.by.subject === event.data.proposedBy) {
      return 'One operator resolved alone.';
    }
    return undefined;
  }

  #start(start: ProposalEventData<'ExecutionStarted'>): string | undefined {
    if (this.#inFlight) return 'Two executions in flight.';
    if (this.#mayBeApplied) return 'Started while an earlier call may have been applied.';
    if (this.#over) return 'Started after the end.';
    if (start.digest !== this.#digest) return 'Started for another digest.';
    if (this.#verdict === undefined || this.#verdict.verdict === 'deny') return 'Started without a verdict.';
    if (this.#verdict.verdict === 'requirements' && this.#verdict.requirements.length === 0) {
      return 'Started on a verdict that asks and names nobody.';
    }
    for (const { slot } of this.#verdict.requirements) {
      const grant = this.#grants.get(slot);
      if (grant === undefined) return `Started without the signature for ${slot}.`;
      if (grant.digest !== this.#digest) return `Started on a signature for another digest in ${slot}.`;
      if (Date.parse(start.startedAt) >= Date.parse(grant.expiresAt)) return `Started on a lapsed ${slot}.`;
    }
    return undefined;
  }

  #isBelievedEarly({ finding, evidence }: ProposalEventData<'OutcomeReconciled'>): boolean {
    const settledAt = Date.parse(evidence.absence?.settledAt ?? '');
    return finding === 'did_not_happen' && !(settledAt >= this.#settlesAt);
  }

  #grant(grant: ProposalEventData<'ApprovalGranted'>): string | undefined {
    const wanted = this.#verdict?.requirements.find((r) => r.slot === grant.slot);
    if (wanted === undefined) return 'Granted what nobody asked for.';
    if (this.#grants.has(grant.slot)) return 'One slot granted twice.';
    const people = [...this.#grants.values()].map((g) => g.approver.subject as string);
    if (people.includes(grant.approver.subject)) return 'One person in two slots.';
    if (wanted.basis === 'consent' && wanted.person !== grant.approver.subject) return "Another's consent.";
    const roles = [
      ...(wanted.basis === 'approval' ? [wanted.role] : []),
      ...(this.#roles.get(grant.slot) ?? []),
    ];
    const hasRole = roles.some((role) => grant.approver.roles.includes(role));
    if (wanted.basis === 'approval' && !hasRole) return 'Without the role.';
    if (wanted.basis === 'approval' && this.#people.has(grant.approver.subject)) return 'Not four eyes.';
    return undefined;
  }

  #remember(event: ProposalEvent): void {
    switch (event.type) {
      case 'ProposalDrafted':
        this.#digest = event.data.digest;
        this.#people = new Set([event.data.author.subject, event.data.customer, ...event.data.startedBy]);
        return;
      case 'PolicyDecided':
        this.#verdict = event.data;
        this.#grants.clear();
        this.#roles.clear();
        return;
      case 'ApprovalVoided':
        this.#verdict = undefined;
        this.#grants.clear();
        return;
      case 'ApprovalEscalated':
        this.#roles.set(event.data.slot, [...(this.#roles.get(event.data.slot) ?? []), event.data.toRole]);
        return;
      case 'ApprovalGranted':
        this.#grants.set(event.data.slot, event.data);
        return;
      default:
        this.#call(event);
    }
  }

  #call(event: ProposalEvent): void {
    if (event.type === 'ExecutionStarted') {
      this.#inFlight = true;
      this.#settlesAt = Math.max(this.#settlesAt, Date.parse(event.data.settlesAt ?? event.data.startedAt));
    }
    if (resultTypes.has(event.type)) this.#inFlight = false;
    if (event.type === 'ExecutionSucceeded' || event.type === 'OutcomeUnknown') this.#mayBeApplied = true;
    if (event.type === 'ExecutionFailed') this.#over = true;
    if (event.type === 'ProposalCompleted') this.#stands = true;
    if (event.type === 'ReviewRequested') this.#reviewed(event.data.reason);
    if (event.type === 'OutcomeReconciled' && event.data.finding === 'did_not_happen') {
      this.#mayBeApplied = false;
      // A refused call that is proven absent has still ended: nothing is sent again under it.
      this.#over = this.#reviewAfterRefusal;
    }
    if (event.type === 'OperatorResolved') this.#resolved(event.data.step);
    if (endTypes.has(event.type)) this.#over = true;
  }

  /** What failed at the target is known to it for good: it has ended, and nothing of it stands. */
  #reviewed(reason: string): void {
    if (reason === 'effect_failed') {
      this.#over = true;
      this.#stands = false;
    }
    this.#reviewAfterRefusal = this.#over;
  }

  #resolved(step: string): void {
    if (step === 'send_again') this.#mayBeApplied = false;
    if (closes(step)) this.#over = true;
  }
}

function closes(step: string): boolean {
  return step === 'close' || step === 'record_did_not_happen';
}

const resultTypes: ReadonlySet<string> = new Set([
  'ExecutionSucceeded',
  'ExecutionFailed',
  'ExecutionRetryScheduled',
  'ExecutionRetriesExhausted',
  'ExecutionHeld',
  'OutcomeUnknown',
]);
const endTypes: ReadonlySet<string> = new Set([
  'ProposalCompleted',
  'ProposalSuperseded',
  'ProposalMarkedDuplicate',
  'ApprovalRejected',
  'ApprovalExpired',
  'ProposalInvalidated',
]);
