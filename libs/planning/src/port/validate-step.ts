import { checkSchema, isObject, type Refusal, type RefusalReason } from './check-schema.js';
import { claimsOutcome } from './claims-outcome.js';
import type { Step } from './step.js';
import type { Fact, FactBasis, FactReference, Json, JsonObject, PlannerView } from './view.js';

/** Either a step that may be recorded, or every field it was refused for. Never an exception. */
export type StepAnswer = { outcome: 'valid'; step: Step } | { outcome: 'refused'; refusals: Refusal[] };

const MINOR_MAX = 1_000_000_000_00;
const currencies = new Set(Intl.supportedValuesOf('currency'));

const text = (maxLength: number): JsonObject => ({ type: 'string', minLength: 1, maxLength });
const anyObject: JsonObject = { type: 'object', additionalProperties: true };
const reference: JsonObject = {
  type: 'object',
  properties: { name: text(100), subject: text(200) },
  required: ['name', 'subject'],
};
const more: JsonObject = { more: { const: true } };
const also: JsonObject = {
  type: 'array',
  minItems: 1,
  maxItems: 5,
  items: {
    type: 'object',
    properties: { capability: text(100), reason: text(500) },
    required: ['capability', 'reason'],
  },
};
const outcomes: Json[] = ['proposed', 'answered', 'declined', 'withdrawn', 'awaiting_customer'];

function shape(type: string, properties: JsonObject, optional: JsonObject = {}): JsonObject {
  const all = { type: { const: type }, ...properties };
  return { type: 'object', properties: { ...all, ...optional }, required: Object.keys(all) };
}

const shapes: Record<Step['type'], JsonObject> = {
  reply: shape('reply', { code: text(100), params: anyObject, text: text(4000) }, more),
  ask: shape('ask', { questionId: text(200), about: text(100), text: text(1000) }),
  call_tool: shape('call_tool', { tool: text(100), arguments: anyObject }),
  propose: shape(
    'propose',
    {
      kind: text(100),
      target: text(200),
      arguments: anyObject,
      evidence: { type: 'array', minItems: 1, maxItems: 50, items: reference },
    },
    { amountMinor: { type: 'integer', minimum: 1, maximum: MINOR_MAX }, currency: text(3), ...more },
  ),
  route: shape(
    'route',
    { capability: text(100), reason: text(500) },
    { confidence: { type: 'number', minimum: 0, maximum: 1 }, also },
  ),
  escalate: shape('escalate', { reason: text(500) }),
  done: shape('done', { outcome: { enum: outcomes } }),
};

/**
 * Checks one step as it came out of a planner (so: `unknown`) against what this view offers. Order: the
 * shape of the step, then the allow-list, then the arguments against the offered schema, then money and
 * evidence. `facts` are those the same turn established. Ownership is not checked here: the tool gateway
 * does that from the authenticated identity.
 */
export function validateStep(step: unknown, view: PlannerView, facts: readonly Fact[] = []): StepAnswer {
  const type = isObject(step) ? step.type : undefined;
  if (typeof type !== 'string' || !Object.hasOwn(shapes, type)) return refused([at('type', 'unknown_step')]);
  const misshapen = checkSchema(step, shapes[type as Step['type']], 'step').map(withoutRoot);
  if (misshapen.length > 0) return refused(misshapen);
  const known = step as unknown as Step;
  const refusals = checkOffer(known, view, facts);
  return refusals.length > 0 ? refused(refusals) : { outcome: 'valid', step: known };
}

function checkOffer(step: Step, view: PlannerView, facts: readonly Fact[]): Refusal[] {
  switch (step.type) {
    case 'call_tool': {
      const tool = view.tools.find((offered) => offered.name === step.tool);
      if (tool === undefined) return [at('tool', 'unknown_tool')];
      return checkSchema(step.arguments, tool.schema, 'arguments');
    }
    case 'propose':
      return checkProposal(step, view, facts);
    case 'route': {
      if (view.role.kind !== 'coordinator') return [at('type', 'not_for_this_role')];
      return [step, ...(step.also ?? [])].flatMap(({ capability }, index) => {
        if (view.capabilities.some(({ name }) => name === capability)) return [];
        return [at(index === 0 ? 'capability' : `also[${index - 1}].capability`, 'unknown_capability')];
      });
    }
    case 'reply':
    case 'ask':
      return claimsOutcome(step.text) ? [at('text', 'claims_an_outcome')] : [];
    case 'escalate':
    case 'done':
      return [];
  }
}

function checkProposal(
  step: Extract<Step, { type: 'propose' }>,
  view: PlannerView,
  facts: readonly Fact[],
): Refusal[] {
  if (view.role.kind !== 'specialist') return [at('type', 'not_for_this_role')];
  const action = view.actions.find((offered) => offered.kind === step.kind);
  if (action === undefined) return [at('kind', 'unknown_action')];
  const refusals = checkSchema(step.arguments, action.schema, 'arguments');
  const stated = step.amountMinor !== undefined || step.currency !== undefined;
  if ((action.carriesAmount || stated) && step.amountMinor === undefined)
    refusals.push(at('amountMinor', 'missing'));
  if ((action.carriesAmount || stated) && step.currency === undefined)
    refusals.push(at('currency', 'missing'));
  if (step.currency !== undefined && !currencies.has(step.currency))
    refusals.push(at('currency', 'unknown_currency'));
  const established = [...view.facts, ...facts].filter((fact) => fact.status === 'established').map(key);
  step.evidence.forEach((cited, index) => {
    if (!established.includes(key(cited))) refusals.push(at(`evidence[${index}]`, 'unknown_fact'));
  });
  return refusals;
}

/**
 * Facts a turn claims must rest on an entry of this view: a message, or a tool result that answered.
 * So a planner can misread a record, but cannot quote one that was never read. What a customer said becomes a value
 * (yes, 2, an instant, an order's number) and never their words: a proposal keeps it for ever, in clear.
 */
export function validateFacts(facts: readonly Fact[], view: PlannerView): Refusal[] {
  const names = new Set([...view.facts, ...facts].map(key));
  return facts.flatMap((fact, index) => {
    if (fact.status === 'unknown') return [];
    if (!restsOn(fact.basis, view, names)) return [at(`facts[${index}].basis`, 'unknown_source')];
    if (isMisquoted(fact.value, fact.basis, view)) return [at(`facts[${index}].value`, 'not_in_source')];
    if (fact.basis.kind !== 'stated' || isValue(fact.value)) return [];
    return [at(`facts[${index}].value`, 'words_of_a_person')];
  });
}

/** One word, short of what a card or a telephone has in digits; no address of any kind. */
function isValue(value: Json): boolean {
  if (typeof value === 'number') return Math.abs(value) < 1e9;
  if (typeof value !== 'string') return typeof value === 'boolean' || value === null;
  return /^[\w.:-]{1,40}$/.test(value) && !/\d{9}/.test(value);
}

/** A value of a record or a document is one that stands in it, in whole or in parts; a call names where. */
function isMisquoted(value: Json, basis: FactBasis, { conversation }: PlannerView): boolean {
  if (basis.kind !== 'record' && basis.kind !== 'policy') return false;
  const { callId } = basis;
  const read = conversation.find((entry) => entry.kind === 'tool_result' && entry.callId === callId);
  return read?.kind === 'tool_result' && !standsIn(value, scalarsOf(read.data ?? null));
}

function standsIn(value: Json, said: ReadonlySet<string>): boolean {
  if (value === null || typeof value !== 'object') return said.has(String(value));
  return Object.values(value).every((part) => standsIn(part, said));
}

function scalarsOf(data: Json): Set<string> {
  if (data === null || typeof data !== 'object') return new Set([String(data)]);
  return new Set(Object.values(data).flatMap((part) => [...scalarsOf(part)]));
}

function restsOn(basis: FactBasis, view: PlannerView, names: ReadonlySet<string>): boolean {
  if (basis.kind === 'computed') return basis.from.every((cited) => names.has(key(cited)));
  return view.conversation.some((entry) => {
    if (basis.kind === 'stated')
      return entry.kind === 'customer_message' && entry.messageId === basis.messageId;
    return entry.kind === 'tool_result' && entry.outcome === 'answered' && entry.callId === basis.callId;
  });
}

function key(cited: FactReference): string {
  return JSON.stringify([cited.name, cited.subject]);
}

function at(field: string, reason: RefusalReason): Refusal {
  return { field, reason };
}

function withoutRoot(refusal: Refusal): Refusal {
  return { ...refusal, field: refusal.field.replace(/^step\.?/, '') };
}

function refused(refusals: Refusal[]): StepAnswer {
  return { outcome: 'refused', refusals };
}
