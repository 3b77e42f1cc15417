import type { RecordedEvent, Ports as WorldPorts } from '@countersign/contracts';
import {
  type Action,
  boundReached,
  type Case,
  type CaseCommand,
  type Drafted,
  type Instant,
  type OpenedCase,
} from '@countersign/domain';
import type { CaseStreams, Cause, Loaded, ProposalStreams } from '@countersign/messaging';
import {
  type ProposalOfCase,
  proposalIdsOf,
  type RecordedTurn,
  turnsForNothing,
} from '@countersign/planning/view';
import { draftOf, proposalIdFor } from '../proposal/draft.js';
import { escalation } from './escalation.js';
import { nextStep } from './next-step.js';
import type { Served } from './served.js';
import type { Before, Ports, Taken } from './step-ports.js';

export const investigationToken = 'refund-specialist:investigation';

export interface Trigger {
  readonly cause: RecordedEvent<string, unknown> | Cause;
  readonly tenant: string;
  readonly caseId: string;
  /** Whose matter it is. */
  readonly capability: string;
  /** Version of the event of the case that this step answers. A later one of the kind takes the step instead. */
  readonly version: number;
}

interface Investigating extends Omit<Ports, 'gateway'> {
  readonly served: Served;
  readonly cases: CaseStreams;
  readonly proposals: ProposalStreams;
  readonly world: WorldPorts;
}

const rule = 'take-next-step';

/**
 * The one way a matter is investigated: one step at a time, each planned on the stream as it is, appended, and
 * followed by the next when the append is heard. So a killed process loses nothing, and no plan outlives a fact.
 */
export class Investigation {
  constructor(private readonly given: Investigating) {}

  async takeStep(trigger: Trigger): Promise<void> {
    const { cause, tenant, caseId } = trigger;
    // A step is planned anew when the case moved on meanwhile; what the tries before cost is recorded with it.
    let planned: readonly RecordedTurn[] = [];
    const answer = await this.given.cases.answer(
      cause,
      { tenant, id: caseId, rule },
      async (state, loaded) => {
        const taken = await this.#work(trigger, state, { ...loaded, overtaken: planned });
        if (taken !== 'nothing') planned = [...planned, ...taken.turns];
        return taken === 'nothing' ? taken : { commands: taken.commands, timers: taken.timers ?? [] };
      },
    );
    if (answer.outcome !== 'refused' || answer.code !== 'bound_reached') return;
    // The step itself would have gone past the bound, so it is not taken at all.
    await this.given.cases.answer(cause, { tenant, id: caseId, rule: 'stop-at-bound' }, (state) =>
      state.status === 'open'
        ? { commands: atBound(state, planned, this.given.world.clock.now()) }
        : 'nothing',
    );
  }

  async #work(
    trigger: Trigger,
    state: Case,
    { events, overtaken }: Loaded<Case> & { readonly overtaken: readonly RecordedTurn[] },
  ): Promise<Taken | 'nothing'> {
    if (state.status !== 'open' || isOvertaken(trigger, events)) return 'nothing';
    const at = this.given.world.clock.now();
    const served = this.given.served(trigger.capability);
    // Nobody else hears this route: left alone, the customer would wait for ever.
    if (served === undefined) return { commands: [escalation(state, 'not_covered', at)], turns: [] };
    if (boundReached(state, at) !== undefined) return { commands: atBound(state, overtaken, at), turns: [] };
    const proposals = await this.#proposalsOf(trigger, { state, events });
    const before: Before = {
      causeId: trigger.cause.id,
      caseId: trigger.caseId,
      capability: served.capability,
      version: trigger.version,
      state,
      events,
      proposals,
      at,
      overtaken,
    };
    const taken = await nextStep(before, { ...this.given, gateway: served.gateway });
    if (taken.propose !== undefined) await this.#draft(trigger, before, taken.propose);
    return taken;
  }

  /**
   * The proposal is on record before the case says so: were it the other way round, a process killed in between
   * would leave a case that believes in a proposal nobody drafted. Its id is made of the cause, so a second
   * hearing finds it there.
   */
  async #draft(
    { cause, tenant, caseId }: Trigger,
    { state, proposals, at, causeId }: Before,
    action: Action,
  ) {
    const states = proposals.map((proposal): Drafted => proposal.state);
    const fact = draftOf({ action, causeId, caseId, state, proposals: states, at });
    await this.given.proposals.answer(cause, { tenant, id: fact.proposalId, rule: 'draft-proposal' }, () => ({
      commands: [{ type: 'draft', fact }],
    }));
  }

  /**
   * Without the one that this very cause drafted: it may be there already, from a hearing that was cut short or
   * lost a race, and a planner that sees it would say "asked already" where the customer asked once.
   */
  async #proposalsOf(
    { cause, caseId }: Trigger,
    { state, events }: Pick<Before, 'state' | 'events'>,
  ): Promise<ProposalOfCase[]> {
    const own: string = proposalIdFor({ caseId, causeId: cause.id });
    const ids = proposalIdsOf(state, events).filter((id) => id !== own);
    const loaded = await Promise.all(ids.map((id) => this.given.proposals.load(state.opened.tenant, id)));
    return loaded.flatMap(({ state: proposal, events: [draft] }) =>
      proposal.status === 'absent' || draft === undefined
        ? []
        : [{ state: proposal, causeId: draft.metadata.causationId }],
    );
  }
}

/** A person takes over at a bound; turns that were paid for and still fit in it are on record first. */
function atBound(state: OpenedCase, planned: readonly RecordedTurn[], at: Instant): CaseCommand[] {
  const left = state.opened.bounds.turnsMax - state.turns;
  const turns = turnsForNothing(planned, state.turns + 1, 'bound_reached').slice(0, Math.max(0, left));
  return [...(boundReached(state, at) === undefined ? turns : []), escalation(state, 'bound_reached', at)];
}

/** Two steps on one state would say things twice; the later trigger sees everything that the earlier would. */
function isOvertaken({ version, capability }: Trigger, events: readonly RecordedEvent[]): boolean {
  return events.some((event) => event.version > version && triggers(event, capability));
}

/** Whether an event leads to a step of this capability: another one's look or route takes no step from it. */
function triggers({ type, data }: RecordedEvent, capability: string): boolean {
  if (type === 'CaseRouted') return data['capability'] === capability;
  return type === 'ToolCalled' && (data['capability'] ?? capability) === capability;
}
