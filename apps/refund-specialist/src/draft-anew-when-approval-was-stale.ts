import { capabilities } from '@countersign/capabilities';
import { type Heard, type Ports, parseStream } from '@countersign/contracts';
import { type ProposalStreams, portsToken, proposalsToken } from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { completedFor, linkedDraft, statementsOf } from './proposal/linked-draft.js';
import { type Served, servedToken } from './step/served.js';

/**
 * The records moved while somebody was asked, and their yes was refused for it. Where the capability says how, the same
 * thing is computed anew, and the new proposal replaces the old one and is asked for again (S22).
 */
@Controller()
export class DraftAnewWhenApprovalWasStale {
  constructor(
    @Inject(proposalsToken) private readonly proposals: ProposalStreams,
    @Inject(servedToken) private readonly served: Served,
    @Inject(portsToken) private readonly ports: Ports,
  ) {}

  @EventPattern('DecisionRefused')
  async draft(@Payload() heard: Heard<'DecisionRefused'>): Promise<void> {
    if (heard.data.code !== 'stale') return;
    const { tenant, stream } = heard;
    const { state } = await this.proposals.load(tenant, parseStream(stream).id);
    if (state.status !== 'awaiting_approval' || state.draft.author.kind !== 'specialist') return;
    const { action, proposalId, digest } = state.draft;
    const again = capabilities.byKind(action.kind)?.asksAgain?.(action);
    if (again === undefined) return;
    const asked = { ...again, statements: statementsOf(state) };
    const completed = await completedFor(state, this.served, asked);
    // What the records give no more is left to the people who were asked: they reject it, or it expires.
    if (completed?.outcome !== 'completed') return;
    const linked = { to: state, link: { supersedes: proposalId }, causeId: heard.id, index: 0 };
    const fact = linkedDraft(completed.action, { ...linked, at: this.ports.clock.now() });
    if (fact.digest === digest) return;
    await this.proposals.answer(heard, { tenant, id: fact.proposalId, rule: 'draft-anew' }, (known) =>
      known.status === 'absent' ? { commands: [{ type: 'draft', fact }] } : 'nothing',
    );
  }
}
