import { type Heard, type Ports, parseStream } from '@countersign/contracts';
import { endedWithoutEffect } from '@countersign/domain';
import { type ProposalStreams, portsToken, proposalsToken } from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { givingBack } from './judgement/giving-back.js';

type Ending =
  | 'ProposalSuperseded'
  | 'ApprovalRejected'
  | 'ApprovalExpired'
  | 'ProposalInvalidated'
  | 'ExecutionFailed'
  | 'OperatorResolved'
  | 'ReviewRequested';

/**
 * What an ended proposal held is given back, so that it can be asked for again; so is what one held whose effect
 * failed at the target later, while a person is still asked about it (C21). Only this role may, and only when the
 * fold says that nothing stands or will be applied.
 */
@Controller()
export class ReleaseReservationWhenProposalEnded {
  constructor(
    @Inject(proposalsToken) private readonly proposals: ProposalStreams,
    @Inject(portsToken) private readonly ports: Ports,
  ) {}

  @EventPattern([
    'ProposalSuperseded',
    'ApprovalRejected',
    'ApprovalExpired',
    'ProposalInvalidated',
    'ExecutionFailed',
    'OperatorResolved',
    'ReviewRequested',
  ])
  async release(@Payload() heard: Heard<Ending>): Promise<void> {
    const to = { tenant: heard.tenant, id: parseStream(heard.stream).id, rule: 'release-reservation' };
    await this.proposals.answer(heard, to, (proposal) => {
      if (proposal.status === 'absent' || !endedWithoutEffect(proposal)) return 'nothing';
      return givingBack(this.ports.clock.now());
    });
  }
}
