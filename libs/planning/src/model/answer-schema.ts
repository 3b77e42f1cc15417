import type { Json, JsonObject, PlannerView } from '../port/view.js';

const text: JsonObject = { type: 'string' };
const step = (type: string, properties: JsonObject, optional: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: { type: { const: type }, ...properties, ...optional },
  required: ['type', ...Object.keys(properties)],
  additionalProperties: false,
});
const listOf = (items: JsonObject): JsonObject => ({ type: 'array', items });
const object = (properties: JsonObject, required: string[]): JsonObject => {
  return { type: 'object', properties, required, additionalProperties: false };
};

const fact = object(
  {
    ...{ name: text, subject: text, value: {} },
    basis: object(
      { kind: { enum: ['stated', 'record', 'policy'] }, messageId: text, callId: text, section: text },
      ['kind'],
    ),
  },
  ['name', 'subject', 'value', 'basis'],
);

/**
 * The shape of an answer to this very view, for a provider that holds a model to one: the tools and actions that
 * are offered, each with its own arguments. It spares tries; what comes back is checked all the same.
 */
export function answerSchema(view: PlannerView): JsonObject {
  return object({ step: { anyOf: stepsOf(view) }, facts: listOf(fact) }, ['step', 'facts']);
}

function stepsOf({ role, tools, actions, capabilities }: PlannerView): Json[] {
  const escalate = step('escalate', { reason: text });
  if (role.kind === 'coordinator') {
    const capability: JsonObject = { enum: capabilities.map(({ name }) => name) };
    const also = listOf(object({ capability, reason: text }, ['capability', 'reason']));
    return [
      step('route', { capability, reason: text }, { also }),
      step('ask', { about: text, text }),
      ...[
        step('reply', { text }),
        escalate,
        step('done', { outcome: { enum: ['answered', 'awaiting_customer'] } }),
      ],
    ];
  }
  const more: JsonObject = { more: { const: true } };
  const evidence = listOf(object({ name: text, subject: text }, ['name', 'subject']));
  const outcome: JsonObject = {
    enum: ['proposed', 'answered', 'declined', 'withdrawn', 'awaiting_customer'],
  };
  return [
    ...tools.map(({ name, schema }) => step('call_tool', { tool: { const: name }, arguments: schema })),
    ...actions.map(({ kind, schema, carriesAmount }) =>
      step(
        'propose',
        { kind: { const: kind }, target: text, arguments: schema, evidence, ...(carriesAmount ? money : {}) },
        more,
      ),
    ),
    step('ask', { about: text, subject: text, text }),
    ...[step('reply', { text }, more), escalate, step('done', { outcome })],
  ];
}

const money: JsonObject = { amountMinor: { type: 'integer', minimum: 1 }, currency: text };
