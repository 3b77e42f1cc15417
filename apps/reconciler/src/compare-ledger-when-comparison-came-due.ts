import { parseStream } from '@countersign/contracts';
import type { TimerFired } from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Comparing, comparingToken } from './comparison/comparing.js';

/** The next window of the schedule. Every one of them sets the timer of the one after it. */
@Controller()
export class CompareLedgerWhenComparisonCameDue {
  constructor(@Inject(comparingToken) private readonly comparing: Comparing) {}

  @EventPattern('timer.compare-ledger')
  async compare(@Payload() fired: TimerFired): Promise<void> {
    await this.comparing.compareNext(fired, parseStream(fired.stream).id);
  }
}
