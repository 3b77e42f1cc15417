import type { Heard } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Judge, judgeToken } from './judgement/judge-and-reserve.js';

/**
 * A change is judged only when what it replaces has ended. Its own message waits for that a while and is then set
 * aside; however late the end comes, hearing of it moves the change on.
 */
@Controller()
export class DecidePolicyWhenReplacedProposalEnded {
  constructor(@Inject(judgeToken) private readonly judge: Judge) {}

  @EventPattern('ProposalSuperseded')
  async decide(@Payload() heard: Heard<'ProposalSuperseded'>): Promise<void> {
    await this.judge.of({ cause: heard, tenant: heard.tenant, id: heard.data.by });
  }
}
