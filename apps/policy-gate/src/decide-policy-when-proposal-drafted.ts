import { type Heard, parseStream } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Judge, judgeToken } from './judgement/judge-and-reserve.js';

@Controller()
export class DecidePolicyWhenProposalDrafted {
  constructor(@Inject(judgeToken) private readonly judge: Judge) {}

  @EventPattern('ProposalDrafted')
  async decide(@Payload() heard: Heard<'ProposalDrafted'>): Promise<void> {
    await this.judge.of({ cause: heard, tenant: heard.tenant, id: parseStream(heard.stream).id });
  }
}
