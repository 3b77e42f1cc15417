import { isObject } from '../port/check-schema.js';
import type { Step } from '../port/step.js';
import type { Fact, FactBasis, Json, JsonObject, PlannerView, Provenance, ToolResult } from '../port/view.js';

export interface Answered {
  readonly step: Step;
  readonly facts: Fact[];
}

/**
 * What a model answered, as a step and facts still to be checked; undefined where it is no JSON object with a step.
 * A source is never the model's to state: it names the entry, and where that stands comes from the entry.
 */
export function readModelAnswer(text: string, view: PlannerView): Answered | undefined {
  const answer = parsed(text);
  if (answer === undefined || !isObject(answer.step)) return undefined;
  const facts = Array.isArray(answer.facts) ? answer.facts.slice(0, 50) : [];
  return { step: stepOf(answer.step, view), facts: facts.flatMap((fact) => factOf(fact, view)) };
}

function parsed(text: string): JsonObject | undefined {
  const fenced = /^\s*```(?:json)?\s*([\s\S]*?)\s*```\s*$/.exec(text)?.[1] ?? text;
  try {
    const value: unknown = JSON.parse(fenced);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The codes of replies and the ids of questions are ours: a planner says words, and code says which words they are. */
function stepOf(step: JsonObject, view: PlannerView): Step {
  const { type, ...given } = step;
  if (type === 'reply')
    return { type, code: 'answer', params: {}, ...picked(given, ['text', 'more']) } as Step;
  if (type === 'ask') {
    const { about, subject } = given;
    const asked = view.conversation.filter((entry) => entry.kind === 'question' && entry.about === about);
    const of = typeof subject === 'string' ? subject : 'case';
    const questionId = `${String(about)}:${of}${asked.length === 0 ? '' : `#${asked.length + 1}`}`;
    return { type, questionId, ...picked(given, ['about', 'text']) } as Step;
  }
  return step as unknown as Step;
}

function picked(given: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
}

function factOf(given: Json, view: PlannerView): Fact[] {
  if (!isObject(given) || !isObject(given.basis)) return [];
  const { name, subject, value } = given;
  if (typeof name !== 'string' || typeof subject !== 'string' || value === undefined) return [];
  return [{ name, subject, status: 'established', value, basis: basisOf(given.basis, view) }];
}

function basisOf({ kind, messageId, callId, section }: JsonObject, view: PlannerView): FactBasis {
  if (kind !== 'record' && kind !== 'policy') return { kind: 'stated', messageId: String(messageId) };
  const call = view.conversation.find(
    (entry): entry is ToolResult => entry.kind === 'tool_result' && entry.callId === callId,
  );
  const nowhere: Provenance = { source: 'none', version: 'unstated', readAt: view.clock };
  const stands = call?.provenance ?? nowhere;
  return { kind, callId: String(callId), provenance: { ...stands, ...passageOf(call, section) } };
}

/** Where a cited section stands, in the passages that were found and nowhere else. */
function passageOf(call: ToolResult | undefined, section: Json | undefined): Partial<Provenance> {
  if (typeof section !== 'string' || !Array.isArray(call?.data)) return {};
  const found = call.data.find((passage) => isObject(passage) && passage.section === section);
  if (!isObject(found) || typeof found.documentId !== 'string') return {};
  return { source: found.documentId, section, version: String(found.version) };
}
