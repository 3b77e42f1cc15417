import { type Heard, parseStream } from '@countersign/contracts';
import type { EventStore } from '@countersign/event-store';
import { type ProposalStreams, proposalsToken, storeToken } from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { timersAfter } from './decision/deadline.js';

/**
 * Policy wants somebody's yes: they are asked, by database time, and in the same commit a timer is set for the
 * first thing that time may ask for. Also after a permission was voided: then policy has judged anew and people are asked anew.
 */
@Controller()
export class RequestApprovalWhenPolicyAskedForIt {
  constructor(
    @Inject(proposalsToken) private readonly proposals: ProposalStreams,
    @Inject(storeToken) private readonly store: EventStore,
  ) {}

  @EventPattern('PolicyDecided')
  async request(@Payload() heard: Heard<'PolicyDecided'>): Promise<void> {
    if (heard.data.verdict !== 'requirements') return;
    const { tenant, stream } = heard;
    const { id } = parseStream(stream);
    await this.proposals.answer(heard, { tenant, id, rule: 'request-approval' }, async (proposal) => {
      if (proposal.status !== 'awaiting_approval') return 'nothing';
      const at = await this.store.now();
      const commands = [{ type: 'request_approval', at } as const];
      return { commands, timers: timersAfter(proposal, commands, { reminded: false }) };
    });
  }
}
