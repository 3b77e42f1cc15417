import { type Heard, type Ports, parseStream } from '@countersign/contracts';
import { type ProposalStreams, portsToken, proposalsToken } from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { givingBack } from './judgement/giving-back.js';

/** What was taken back, read back and proven holds nothing any more: the right thing may now be asked for. */
@Controller()
export class ReleaseReservationWhenUndoCompleted {
  constructor(
    @Inject(proposalsToken) private readonly proposals: ProposalStreams,
    @Inject(portsToken) private readonly ports: Ports,
  ) {}

  @EventPattern('ProposalCompleted')
  async release(@Payload() heard: Heard<'ProposalCompleted'>): Promise<void> {
    const { tenant, stream } = heard;
    const { state: undo } = await this.proposals.loadHeard(heard, { tenant, id: parseStream(stream).id });
    if (undo.status === 'absent' || undo.draft.compensates === undefined) return;
    const { compensates, proposalId: undoneBy } = undo.draft;
    await this.proposals.answer(heard, { tenant, id: compensates, rule: 'release-undone' }, () =>
      givingBack(this.ports.clock.now(), undoneBy),
    );
  }
}
