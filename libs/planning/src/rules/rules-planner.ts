import { boundReached } from '../port/loops.js';
import { sameJson } from '../port/same-json.js';
import type { Planner, Turn } from '../port/step.js';
import type { Fact, PlannerView } from '../port/view.js';
import type { CapabilityRules } from './capability-rules.js';
import { thinkAboutCase } from './coordinator.js';
import { readMessage } from './read-message.js';
import { only, type Thought } from './thought.js';

const versions = { planner: 'rules-2', model: 'none', prompt: 'none' } as const;

/**
 * The planner that needs no model and no network: rules over real wording, of every capability it is given. The
 * same view always gives the same turn, and it costs nothing, so it is also what every other planner is measured
 * against.
 */
export class RulesPlanner implements Planner {
  constructor(private readonly rules: readonly CapabilityRules[]) {}

  async next(view: PlannerView): Promise<Turn> {
    const { step, facts } = this.#think(view);
    const usage = { inputTokens: 0, outputTokens: 0, costMicros: 0 };
    return { step, facts: facts.filter((fact) => !isRecorded(fact, view)), usage, versions: { ...versions } };
  }

  /** A bound comes first, then what was answered already, then a wish for a person, and only then the matter. */
  #think(view: PlannerView): Thought {
    const bound = boundReached(view);
    if (bound !== undefined) return only({ type: 'escalate', reason: `bound_reached:${bound}` });
    const { role } = view;
    const last = view.conversation.findLastIndex((entry) => entry.kind === 'customer_message');
    if (last < 0) return only({ type: 'done', outcome: 'awaiting_customer' });
    if (wantsPerson(view, last)) return only({ type: 'escalate', reason: 'customer_asked_for_a_person' });
    if (role.kind === 'coordinator') return only(thinkAboutCase(view, this.rules));
    const own = this.rules.find(({ capability }) => capability === role.capability);
    return own?.think(view) ?? only({ type: 'escalate', reason: `no_rules_for:${role.capability}` });
  }
}

function wantsPerson({ role, conversation }: PlannerView, last: number): boolean {
  const entry = conversation[last];
  const answered = conversation
    .slice(last + 1)
    .some(({ kind }) => kind === 'question' || kind === 'reply' || kind === 'routed');
  if (role.kind === 'coordinator' && answered) return false;
  return entry?.kind === 'customer_message' && readMessage(entry.text).wantsPerson;
}

/** A fact is said once; it is said again only when what it rests on was read again and says otherwise. */
function isRecorded(fact: Fact, view: PlannerView): boolean {
  const recorded = view.facts.findLast((known) => known.name === fact.name && known.subject === fact.subject);
  if (recorded === undefined || recorded.status !== fact.status) return false;
  if (recorded.status === 'unknown' || fact.status === 'unknown') return true;
  return sameJson(recorded.value, fact.value);
}
