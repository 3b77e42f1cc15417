import { type Heard, type Ports, parseStream } from '@countersign/contracts';
import { decideProposal } from '@countersign/domain';
import { type ProposalStreams, portsToken, proposalsToken } from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';

/**
 * The target turned a call away and says by itself, later, that it was carried out. That is a hint and no proof, and
 * yet nothing is sent again before the target's own record was read.
 */
@Controller()
export class PutInQuestionWhenTargetReported {
  constructor(
    @Inject(proposalsToken) private readonly proposals: ProposalStreams,
    @Inject(portsToken) private readonly ports: Ports,
  ) {}

  @EventPattern('TargetReported')
  async ask(@Payload() heard: Heard<'TargetReported'>): Promise<void> {
    if (heard.data.says !== 'effect_succeeded') return;
    const to = { tenant: heard.tenant, id: parseStream(heard.stream).id, rule: 'put-in-question' };
    await this.proposals.answer(heard, to, (proposal) => {
      const at = this.ports.clock.now();
      const command = { type: 'put_in_question', code: 'success_reported', at } as const;
      return decideProposal(command, proposal).outcome === 'accepted' ? { commands: [command] } : 'nothing';
    });
  }
}
