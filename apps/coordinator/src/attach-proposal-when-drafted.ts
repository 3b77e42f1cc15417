import type { Heard } from '@countersign/contracts';
import type { CaseCommand, ProposalEventData } from '@countersign/domain';
import { type CaseStreams, casesToken } from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { summaryOf } from './words/say.js';

/** A proposal drafted in a case becomes part of it. What an outside agent drafted has no case of ours. */
@Controller()
export class AttachProposalWhenDrafted {
  constructor(@Inject(casesToken) private readonly cases: CaseStreams) {}

  @EventPattern('ProposalDrafted')
  async attach(@Payload() heard: Heard<'ProposalDrafted'>): Promise<void> {
    const { origin } = heard.data;
    if (origin.kind !== 'case') return;
    const to = { tenant: heard.tenant, id: origin.caseId, rule: 'attach-proposal' };
    await this.cases.answer(heard, to, () => ({ commands: [attachment(heard.data)] }));
  }
}

export function attachment(draft: ProposalEventData<'ProposalDrafted'>): CaseCommand {
  const { proposalId, digest, action, draftedAt } = draft;
  const fact = { proposalId, digest, kind: action.kind, summary: summaryOf(action), at: draftedAt };
  return { type: 'attach_proposal', fact };
}
