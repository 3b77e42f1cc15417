import { capabilities, subjectOfAction } from '@countersign/capabilities';
import type { Heard, Ports, RecordedEvent } from '@countersign/contracts';
import { type Action, boundReached, type Case, type OpenedCase } from '@countersign/domain';
import type { CaseStreams, Cause, Loaded, ProposalStreams } from '@countersign/messaging';
import type { Planner } from '@countersign/planning';
import {
  caseView,
  failureOf,
  type Offer,
  planWithin,
  type RecordedTurn,
  turnsForNothing,
  waitAfter,
} from '@countersign/planning/view';
import { replyTo } from '../words/reply.js';
import { stillWithAPerson } from '../words/say.js';
import { proposalsOfCase } from './proposals-of-case.js';
import { handOver, routeMessage } from './route-message.js';

export const routingToken = 'coordinator:routing';

interface Given {
  readonly cases: CaseStreams;
  readonly proposals: ProposalStreams;
  readonly planner: Planner;
  readonly offer: Offer;
  readonly ports: Ports;
  /** How long to wait after each failure of the planner itself, in a row, before it is asked again. */
  readonly planAgainAfterMs: readonly number[];
}

type Message = Heard<'CustomerMessageReceived'>;
type Planning = Pick<Loaded<OpenedCase>, 'state' | 'events'> & {
  readonly overtaken: readonly RecordedTurn[];
};

/** The one way a message is routed, when it came and when a planner that was in trouble is asked about it again. */
export class Routing {
  constructor(private readonly given: Given) {}

  async route(heard: Message, cause: RecordedEvent<string, unknown> | Cause = heard): Promise<void> {
    const { cases, ports } = this.given;
    const id = heard.stream.slice('case-'.length);
    const to = { tenant: heard.tenant, id, rule: 'route-message' };
    // Planned anew when the case moved on meanwhile; what the tries before cost is recorded with it.
    let planned: readonly RecordedTurn[] = [];
    const answer = await cases.answer(cause, to, async (state, loaded) => {
      if (state.status === 'absent') return 'nothing';
      const at = ports.clock.now();
      if (state.status === 'with_a_person') return { commands: [replyTo(heard, stillWithAPerson, at)] };
      if (boundReached(state, at) !== undefined) {
        return { commands: handOver(heard, state, { reason: 'bound_reached', at }) };
      }
      const { turns, ...work } = await this.#plan(heard, {
        state,
        events: loaded.events,
        overtaken: planned,
      });
      planned = [...planned, ...turns];
      return work;
    });
    if (answer.outcome === 'refused' && answer.code === 'bound_reached')
      await this.#stopAtBound(heard, cause);
  }

  async #plan(heard: Message, { state, events, overtaken }: Planning) {
    const { proposals: streams, planner, offer, ports, planAgainAfterMs } = this.given;
    const at = ports.clock.now();
    const proposals = await proposalsOfCase(streams, { state, events });
    const view = caseView({ state, events, proposals, at, subjectOf, answering: heard }, offer);
    const planned = await planWithin(planner, view);
    const failure = failureOf(planned);
    const inMs = failure && waitAfter(failure, events, planAgainAfterMs);
    const earlier = turnsForNothing(overtaken, state.turns + 1, 'overtaken');
    const first = state.turns + earlier.length + 1;
    const { turns, rest } = routeMessage(planned, {
      ...{ heard, state, proposals, at, first },
      waits: inMs !== undefined,
    });
    const commands = [...earlier, ...turns, ...rest];
    if (inMs === undefined) return { commands, turns };
    const payload = { caseId: heard.stream.slice('case-'.length), eventId: heard.id };
    const timer = { task: 'route-again', key: `route-again:${heard.id}`, payload, dueAt: { inMs } };
    return { commands, turns, timers: [timer] };
  }

  /** The last turns that a bound allows may be used up by refused steps, within one answer. */
  async #stopAtBound(heard: Message, cause: RecordedEvent<string, unknown> | Cause): Promise<void> {
    const { cases, ports } = this.given;
    const to = { tenant: heard.tenant, id: heard.stream.slice('case-'.length), rule: 'stop-at-bound' };
    await cases.answer(cause, to, (state: Case) => {
      if (state.status === 'absent') return 'nothing';
      return { commands: handOver(heard, state, { reason: 'bound_reached', at: ports.clock.now() }) };
    });
  }
}

const subjectOf = (action: Action) => subjectOfAction(capabilities.byKind(action.kind), action);
