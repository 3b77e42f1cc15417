import { type Ports, parseStream, type RecordedEvent } from '@countersign/contracts';
import {
  type CaseStreams,
  casesToken,
  type ProposalStreams,
  portsToken,
  proposalsToken,
} from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { aroundMove, moves } from './case/around-move.js';
import { observeProposal } from './case/observe-proposal.js';

/**
 * The case observes each move of its proposals, and the customer is told what the move means to them. It is told
 * as of the event that was heard, not of what came later: words in the order in which things happened.
 */
@Controller()
export class TellCustomerWhenProposalMoved {
  constructor(
    @Inject(casesToken) private readonly cases: CaseStreams,
    @Inject(proposalsToken) private readonly proposals: ProposalStreams,
    @Inject(portsToken) private readonly ports: Ports,
  ) {}

  @EventPattern(moves)
  async tell(@Payload() heard: RecordedEvent): Promise<void> {
    const { tenant, stream, version } = heard;
    const { events } = await this.proposals.load(tenant, parseStream(stream).id);
    const { before, after, observed } = aroundMove(events, version);
    if (after.status === 'absent' || after.draft.origin.kind !== 'case') return;
    const to = { tenant, id: after.draft.origin.caseId, rule: 'tell-customer' };
    await this.cases.answer(heard, to, (state) => {
      if (state.status === 'absent') return 'nothing';
      const at = this.ports.clock.now();
      return { commands: observeProposal(state, { heard, before, after, observed, at }) };
    });
  }
}
