import type { RecordedEvent } from '@countersign/contracts';
import { type Drafted, describeRequirement, formatMoney, type Money, stateWord } from '@countersign/domain';
import type { Principal } from '@countersign/identity';
import { type ProposalStreams, proposalsToken } from '@countersign/messaging';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { AmountView, ProposalView, ReceiptView, RequirementView } from './proposal-view.js';
import { maySee } from './visibility.js';

export class ReadProposal extends Query<ProposalView | 'not_found'> {
  constructor(
    readonly principal: Principal,
    readonly proposalId: string,
  ) {
    super();
  }
}

/** A proposal as it is now, and how it came to be so. Another tenant's is answered like a made-up one. */
@QueryHandler(ReadProposal)
export class ReadProposalHandler implements IQueryHandler<ReadProposal> {
  constructor(@Inject(proposalsToken) private readonly proposals: ProposalStreams) {}

  async execute({ principal, proposalId }: ReadProposal): Promise<ProposalView | 'not_found'> {
    const { state, events } = await this.proposals.load(principal.tenant, proposalId);
    if (state.status === 'absent' || !maySee(state.draft, principal)) return 'not_found';
    return proposalView(state, events);
  }
}

function proposalView(state: Drafted, events: readonly RecordedEvent[]): ProposalView {
  const { proposalId, digest, action, customer, compensates, follows } = state.draft;
  const { kind, target, money } = action;
  return {
    proposalId,
    kind,
    customer,
    ...(compensates === undefined ? {} : { compensates }),
    ...(follows === undefined ? {} : { follows }),
    target: { ...target },
    ...(money === undefined ? {} : { amount: amountView(money) }),
    status: state.status,
    state: stateWord(state),
    digest,
    ...(state.status === 'completed' ? { receipt: receiptView(state.completed.receipt) } : {}),
    ...(state.status === 'denied' ? { reasons: reasonsOf(state) } : {}),
    requirements: openRequirements(state),
    history: events.map(({ version, type, recordedAt }) => ({ version, type, at: recordedAt })),
  };
}

function amountView(money: Money): AmountView {
  return { amountMinor: String(money.amountMinor), currency: money.currency, formatted: formatMoney(money) };
}

function receiptView({
  reference,
  amountMinor,
  currency,
  settled,
}: Extract<Drafted, { status: 'completed' }>['completed']['receipt']): ReceiptView {
  const known = amountMinor === undefined || currency === undefined ? undefined : { amountMinor, currency };
  return { reference, settled, ...(known === undefined ? {} : { amount: amountView(known) }) };
}

function reasonsOf({ policy }: Extract<Drafted, { status: 'denied' }>) {
  return policy.reasons.map(({ policyId, section, reason }) => ({ policyId, section, reason }));
}

function openRequirements(state: Drafted): RequirementView[] {
  if (state.status !== 'awaiting_approval') return [];
  return state.slots
    .filter(({ status }) => status === 'open')
    .map(({ requirement }) => ({
      slot: requirement.slot,
      basis: requirement.basis,
      description: describeRequirement(requirement),
    }));
}
