import { parseStream } from '@countersign/contracts';
import type { ComparedWindow } from '@countersign/domain';
import type { TimerFired } from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Comparing, comparingToken } from './comparison/comparing.js';

/**
 * The next window of the schedule, each of which sets the timer of the one after it; or, where the timer names one,
 * the rest of a window that a person asked for.
 */
@Controller()
export class CompareLedgerWhenComparisonCameDue {
  constructor(@Inject(comparingToken) private readonly comparing: Comparing) {}

  @EventPattern('timer.compare-ledger')
  async compare(@Payload() fired: TimerFired): Promise<void> {
    const system = parseStream(fired.stream).id;
    const window = windowOf(fired.payload['window']);
    if (window === undefined) return this.comparing.compareNext(fired, system);
    return this.comparing.compareRest(fired, { tenant: fired.tenant, system, window });
  }
}

function windowOf(said: unknown): ComparedWindow | undefined {
  const { from, to } = (typeof said === 'object' && said !== null ? said : {}) as Partial<ComparedWindow>;
  return from === undefined || to === undefined ? undefined : { from, to };
}
