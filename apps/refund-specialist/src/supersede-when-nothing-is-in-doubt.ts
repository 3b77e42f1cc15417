import { type Heard, type Ports, parseStream } from '@countersign/contracts';
import { decideProposal } from '@countersign/domain';
import { type ProposalStreams, portsToken, proposalsToken } from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';

/**
 * A change waited until it was known what became of the one it replaces, and now no call of that one is in doubt: its
 * absence was proven, its request never left, or its permission was withdrawn after a look. So it is replaced.
 */
@Controller()
export class SupersedeWhenNothingIsInDoubt {
  constructor(
    @Inject(proposalsToken) private readonly proposals: ProposalStreams,
    @Inject(portsToken) private readonly ports: Ports,
  ) {}

  @EventPattern(['OutcomeReconciled', 'ExecutionHeld', 'ApprovalVoided'])
  async supersede(
    @Payload() heard: Heard<'OutcomeReconciled' | 'ExecutionHeld' | 'ApprovalVoided'>,
  ): Promise<void> {
    const to = { tenant: heard.tenant, id: parseStream(heard.stream).id, rule: 'supersede-after-doubt' };
    await this.proposals.answer(heard, to, (old) => {
      const last = old.status === 'absent' ? undefined : old.replacements?.at(-1);
      if (last === undefined) return 'nothing';
      const { by, change } = last;
      const supersede = { type: 'supersede', by, change, at: this.ports.clock.now() } as const;
      return decideProposal(supersede, old).outcome === 'accepted' ? { commands: [supersede] } : 'nothing';
    });
  }
}
