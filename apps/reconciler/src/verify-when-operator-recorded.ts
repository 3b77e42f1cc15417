import { type Heard, parseStream } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Looking, lookingToken } from './look/looking.js';

/** What two people recorded as happened is a claim like any other, and is read back like any other. */
@Controller()
export class VerifyWhenOperatorRecorded {
  constructor(@Inject(lookingToken) private readonly looking: Looking) {}

  @EventPattern('OperatorResolved')
  async verify(@Payload() heard: Heard<'OperatorResolved'>): Promise<void> {
    if (heard.data.step !== 'record_happened') return;
    const { id } = parseStream(heard.stream);
    await this.looking.look({ cause: heard, tenant: heard.tenant, id, rule: 'verify-resolution' }, [
      'succeeded',
    ]);
  }
}
