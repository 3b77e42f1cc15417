import { capabilities, type Done } from '@countersign/capabilities';
import { type Heard, type Ports, parseStream } from '@countersign/contracts';
import { bug, type ProposalStreams, portsToken, proposalsToken } from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { completedFor, linkedDraft } from './proposal/linked-draft.js';
import { type Served, servedToken } from './step/served.js';

/**
 * After an action was read back its forward steps are drafted, each a proposal of its own. One that fails is tried again
 * by itself; what was done before is never taken back for it (S25).
 */
@Controller()
export class DraftStepsWhenProposalCompleted {
  constructor(
    @Inject(proposalsToken) private readonly proposals: ProposalStreams,
    @Inject(servedToken) private readonly served: Served,
    @Inject(portsToken) private readonly ports: Ports,
  ) {}

  @EventPattern('ProposalCompleted')
  async draft(@Payload() heard: Heard<'ProposalCompleted'>): Promise<void> {
    const { tenant, stream, data } = heard;
    const { state } = await this.proposals.load(tenant, parseStream(stream).id);
    if (state.status !== 'completed') return;
    const { proposalId, action } = state.draft;
    const done: Done = { proposalId, action, receipt: data.receipt };
    const steps = capabilities.byKind(action.kind)?.followUps?.(done) ?? [];
    for (const [index, asked] of steps.entries()) {
      const completed = await completedFor(state, this.served, asked);
      if (completed?.outcome !== 'completed')
        throw bug('step_refused', `${asked.kind} after ${proposalId} could not be completed.`);
      const linked = { to: state, link: { follows: proposalId }, causeId: heard.id, index };
      const fact = linkedDraft(completed.action, { ...linked, at: this.ports.clock.now() });
      const to = { tenant, id: fact.proposalId, rule: 'draft-step' };
      await this.proposals.answer(heard, to, (known) =>
        known.status === 'absent' ? { commands: [{ type: 'draft', fact }] } : 'nothing',
      );
    }
  }
}
