import { capabilities, subjectOfAction } from '@countersign/capabilities';
import type { Heard, Ports } from '@countersign/contracts';
import { type Action, boundReached, type OpenedCase } from '@countersign/domain';
import {
  type CaseStreams,
  casesToken,
  type Loaded,
  type ProposalStreams,
  portsToken,
  proposalsToken,
} from '@countersign/messaging';
import type { Planner } from '@countersign/planning';
import { caseView, type Offer, plannerToken, planWithin } from '@countersign/planning/view';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { offerToken } from './case/offer.js';
import { proposalsOfCase } from './case/proposals-of-case.js';
import { handOver, routeMessage } from './case/route-message.js';
import { replyTo } from './words/reply.js';
import { stillWithAPerson } from './words/say.js';

const rule = 'route-message';

const subjectOf = (action: Action) => subjectOfAction(capabilities.byKind(action.kind), action);

@Controller()
export class RouteMessageWhenCustomerWrote {
  constructor(
    @Inject(casesToken) private readonly cases: CaseStreams,
    @Inject(proposalsToken) private readonly proposals: ProposalStreams,
    @Inject(plannerToken) private readonly planner: Planner,
    @Inject(offerToken) private readonly offer: Offer,
    @Inject(portsToken) private readonly ports: Ports,
  ) {}

  @EventPattern('CustomerMessageReceived')
  async route(@Payload() heard: Heard<'CustomerMessageReceived'>): Promise<void> {
    const id = heard.stream.slice('case-'.length);
    const answer = await this.cases.answer(
      heard,
      { tenant: heard.tenant, id, rule },
      async (state, { events }) => {
        if (state.status === 'absent') return 'nothing';
        const at = this.ports.clock.now();
        if (state.status === 'with_a_person') return { commands: [replyTo(heard, stillWithAPerson, at)] };
        if (boundReached(state, at) !== undefined)
          return { commands: handOver(heard, state, { reason: 'bound_reached', at }) };
        return { commands: await this.plan(heard, { state, events }) };
      },
    );
    if (answer.outcome === 'refused' && answer.code === 'bound_reached') await this.stopAtBound(heard, id);
  }

  private async plan(
    heard: Heard<'CustomerMessageReceived'>,
    { state, events }: Pick<Loaded<OpenedCase>, 'state' | 'events'>,
  ) {
    const at = this.ports.clock.now();
    const proposals = await proposalsOfCase(this.proposals, { state, events });
    const view = caseView({ state, events, proposals, at, subjectOf, answering: heard }, this.offer);
    return routeMessage(await planWithin(this.planner, view), { heard, state, proposals, at });
  }

  /** The last turns that a bound allows may be used up by refused steps, within one answer. */
  private async stopAtBound(heard: Heard<'CustomerMessageReceived'>, id: string): Promise<void> {
    const to = { tenant: heard.tenant, id, rule: 'stop-at-bound' };
    await this.cases.answer(heard, to, (state) => {
      if (state.status === 'absent') return 'nothing';
      return { commands: handOver(heard, state, { reason: 'bound_reached', at: this.ports.clock.now() }) };
    });
  }
}
