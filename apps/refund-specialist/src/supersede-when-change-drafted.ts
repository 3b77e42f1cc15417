import type { Heard, Ports } from '@countersign/contracts';
import { decideProposal } from '@countersign/domain';
import { type ProposalStreams, portsToken, proposalsToken } from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { changeInWords } from './proposal/replaces.js';

/**
 * A change is a new proposal, and the one it replaces can no longer be decided (S05). The old one ends only after
 * the new one is on record, so that no moment leaves the customer with neither. If a call of the old one may have had
 * its effect, it is only asked to be replaced: nothing of it is sent any more, the target is asked, and the change waits
 * for what comes of it, however long that takes.
 */
@Controller()
export class SupersedeWhenChangeDrafted {
  constructor(
    @Inject(proposalsToken) private readonly proposals: ProposalStreams,
    @Inject(portsToken) private readonly ports: Ports,
  ) {}

  @EventPattern('ProposalDrafted')
  async supersede(@Payload() heard: Heard<'ProposalDrafted'>): Promise<void> {
    const { supersedes, proposalId, author, action } = heard.data;
    if (supersedes === 'none' || author.kind !== 'specialist') return;
    const to = { tenant: heard.tenant, id: supersedes, rule: 'supersede-changed' };
    await this.proposals.answer(heard, to, (old) => {
      if (old.status === 'absent') return 'nothing';
      const change = changeInWords(old.draft.action, action);
      const at = this.ports.clock.now();
      const supersede = { type: 'supersede', by: proposalId, change, at } as const;
      const isTooLate = decideProposal(supersede, old).outcome === 'refused';
      return {
        commands: [isTooLate ? { type: 'ask_replacement', fact: { by: proposalId, change, at } } : supersede],
      };
    });
  }
}
