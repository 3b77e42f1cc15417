import { parseStream } from '@countersign/contracts';
import { isBefore } from '@countersign/domain';
import type { EventStore } from '@countersign/event-store';
import {
  type ProposalStreams,
  proposalsToken,
  retryable,
  storeToken,
  type TimerFired,
} from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { dueNow, timersAfter, wasReminded } from './decision/deadline.js';

/**
 * The one timer of a waiting proposal: it reminds, passes open slots on along their routes, each time setting itself
 * again in the same commit, and at the deadline it expires the proposal. Expired is not rejected: nobody decided.
 * What the proposal holds is given back by the policy gate, which hears of it. That nothing late is accepted does
 * not hang on this timer; the append of a decision judges the deadline itself (C59).
 */
@Controller()
export class RemindEscalateOrExpireWhenDeadlineCame {
  constructor(
    @Inject(proposalsToken) private readonly proposals: ProposalStreams,
    @Inject(storeToken) private readonly store: EventStore,
  ) {}

  @EventPattern('timer.approval-deadline')
  async look(@Payload() fired: TimerFired): Promise<void> {
    const { tenant, stream } = fired;
    const { id } = parseStream(stream);
    await this.proposals.answer(
      fired,
      { tenant, id, rule: 'remind-escalate-or-expire' },
      async (proposal, { events }) => {
        if (proposal.status !== 'awaiting_approval' || proposal.asked.status !== 'asked') return 'nothing';
        const { expiresAt } = proposal.asked;
        const at = await this.store.now();
        if (!isBefore(at, expiresAt)) return { commands: [{ type: 'expire', at }] };
        const reminded = wasReminded(events);
        const commands = dueNow(proposal, { reminded }, at);
        // Nothing is due, so this firing is ahead of the database's clock: it comes again.
        if (commands.length === 0)
          throw retryable('deadline_ahead', `The deadline is at ${expiresAt}, it is ${at}.`);
        return { commands, timers: timersAfter(proposal, commands, { reminded }) };
      },
    );
  }
}
