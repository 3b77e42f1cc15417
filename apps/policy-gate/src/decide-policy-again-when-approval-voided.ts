import { type Heard, parseStream } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Judge, judgeToken } from './judgement/judge-and-reserve.js';

/** Rights went, or the rules changed: what is needed now is judged anew, and people are asked again. */
@Controller()
export class DecidePolicyAgainWhenApprovalVoided {
  constructor(@Inject(judgeToken) private readonly judge: Judge) {}

  @EventPattern('ApprovalVoided')
  async decide(@Payload() heard: Heard<'ApprovalVoided'>): Promise<void> {
    await this.judge.of({ cause: heard, tenant: heard.tenant, id: parseStream(heard.stream).id });
  }
}
