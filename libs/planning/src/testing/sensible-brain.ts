import type { Step, Turn } from '../port/step.js';
import type { Fact, Json, JsonObject, PlannerView, Provenance } from '../port/view.js';
import type { CapabilityRules } from '../rules/capability-rules.js';
import { thinkAboutCase } from '../rules/coordinator.js';
import type { Answer, Request } from './model-stand-in.js';

/** A model that plans as well as the rules do, from its document alone, and answers in a model's own format. */
export function sensibleBrain(rules: readonly CapabilityRules[]) {
  return ({ document }: Request): Answer => {
    const view = viewFrom(document);
    const { role } = view;
    if (role.kind === 'coordinator')
      return { says: { step: asModelSays(thinkAboutCase(view, rules)), facts: [] } };
    const own = rules.find(({ capability }) => capability === role.capability);
    if (own === undefined) return { says: { step: { type: 'escalate', reason: 'no rules' }, facts: [] } };
    const { step, facts } = own.think(view);
    const known = [...view.facts, ...facts].filter(isShown).map(({ name, subject }) => `${name} ${subject}`);
    return { says: { step: asModelSays(cited(step, known)), facts: facts.flatMap(asModelKnows) } };
  };
}

/** The document read back: a model sees a case through nothing else. */
function viewFrom(document: JsonObject): PlannerView {
  const { conversation, ...rest } = document as { conversation: JsonObject[] };
  const entries = conversation.map((entry) => {
    if (entry.kind !== 'retrieved') return entry;
    const { source, ...read } = entry;
    return { ...read, kind: 'tool_result', ...(source === 'none' ? {} : { provenance: source }) };
  });
  const lists = { capabilities: [], tools: [], actions: [], instructions: '' };
  return { ...lists, ...rest, conversation: entries } as unknown as PlannerView;
}

/** A model computes nothing of its own, so it cites only what was read or said. */
function isShown(fact: Fact): boolean {
  return fact.status === 'established' && fact.basis.kind !== 'computed';
}

function cited(step: Step, known: readonly string[]): Step {
  if (step.type !== 'propose') return step;
  return {
    ...step,
    evidence: step.evidence.filter(({ name, subject }) => known.includes(`${name} ${subject}`)),
  };
}

function asModelSays(step: Step): Json {
  if (step.type === 'reply') return { type: 'reply', text: step.text, ...(step.more ? { more: true } : {}) };
  if (step.type === 'ask') {
    const subject = step.questionId.slice(step.questionId.indexOf(':') + 1);
    return { type: 'ask', about: step.about, subject, text: step.text };
  }
  if (step.type === 'route') {
    const { confidence: _, ...route } = step;
    return route as unknown as Json;
  }
  return step as unknown as Json;
}

function asModelKnows(fact: Turn['facts'][number]): Json[] {
  const named = nameOf(fact);
  if (named === undefined) return [];
  const { name, subject, value, basis } = named;
  if (basis.kind === 'stated')
    return [{ name, subject, value, basis: { kind: 'stated', messageId: basis.messageId } }];
  if (basis.kind === 'computed') return [];
  const { section } = basis.provenance as Provenance;
  const at = { kind: basis.kind, callId: basis.callId ?? '' };
  return [{ name, subject, value, basis: { ...at, ...(section === undefined ? {} : { section }) } }];
}

function nameOf(fact: Fact) {
  return fact.status === 'established' ? fact : undefined;
}
