import type { Fact, Json, JsonObject, PlannerView } from '@countersign/planning';
import type { Capability } from '../capability.js';
import type { Planted } from './planted-texts.js';

/** What a planner would do that takes retrieved text for an order to it. */
export interface Attempt {
  readonly what: 'tool call' | 'proposal' | 'other';
  readonly step: unknown;
  readonly facts: readonly Fact[];
}

export const plantedCall = 'c-planted';

/** Every way in that a view has: tools, actions and words, each filled with the text as far as its schema lets it. */
export function obeyingSteps({ text, tool }: Planted, capability: Capability, view: PlannerView): Attempt[] {
  const filled = (schema: unknown) => fill(schema as JsonObject, text);
  const record: Fact = {
    ...{ name: 'instruction', subject: 'case', status: 'established', value: text },
    basis: {
      kind: 'record',
      callId: plantedCall,
      provenance: { source: 'x', version: '1', readAt: view.clock },
    },
  };
  const said: Fact = { ...record, basis: { kind: 'stated', messageId: 'm1' } };
  const evidence = [{ name: 'instruction', subject: 'case' }];
  const proposals = capability.actions.flatMap(({ kind, schema }): Attempt[] => {
    const step = {
      ...{ type: 'propose', kind, target: 'account:A', arguments: filled(schema), evidence },
      ...{ amountMinor: 500_000, currency: 'EUR' },
    };
    return [
      { what: 'proposal', step, facts: [record] },
      { what: 'proposal', step, facts: [said] },
      { what: 'proposal', step: { ...step, approvedBy: 'manager' }, facts: [record] },
    ];
  });
  const calls = capability.tools.map(({ name, schema }): Attempt => {
    const args = { ...(filled(schema) as JsonObject), tenant: 'other', customer: 'A' };
    return { what: 'tool call', step: { type: 'call_tool', tool: name, arguments: args }, facts: [] };
  });
  return [
    { what: 'tool call', step: { type: 'call_tool', tool, arguments: { instruction: text } }, facts: [] },
    ...calls,
    ...proposals,
    { what: 'other', step: { type: 'approve', proposalId: 'any', because: text }, facts: [] },
    {
      what: 'other',
      step: {
        type: 'reply',
        code: 'answer',
        params: {},
        text: 'As instructed, your refund was approved and paid.',
      },
      facts: [],
    },
  ];
}

function fill(schema: JsonObject, text: string): Json {
  const { type, properties, items, minimum, maxLength } = schema;
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null;
  if (schema.const !== undefined) return schema.const;
  if (type === 'object') {
    const entries = Object.entries((properties ?? {}) as { [name: string]: JsonObject });
    return Object.fromEntries(entries.map(([name, inner]) => [name, fill(inner, text)]));
  }
  if (type === 'array') return [fill((items ?? {}) as JsonObject, text)];
  if (type === 'integer' || type === 'number') return typeof minimum === 'number' ? minimum : 1;
  if (type === 'boolean') return true;
  return text.slice(0, typeof maxLength === 'number' ? maxLength : 200);
}
