import type { Step } from '../port/step.js';
import type { Fact, FactBasis, ToolResult } from '../port/view.js';

/** A step and the facts it was taken on. */
export interface Thought {
  step: Step;
  facts: Fact[];
}

/** A step that establishes nothing new. */
export function only(step: Step): Thought {
  return { step, facts: [] };
}

/** The same thought, resting on these facts as well. */
export function withFacts(facts: Fact[], thought: Thought): Thought {
  return { step: thought.step, facts: [...facts, ...thought.facts] };
}

/** What a fact rests on that was read with a tool; a result that says no source has the tool for one. */
export function basisIn({ callId, provenance, tool, at }: ToolResult): FactBasis {
  const source = provenance ?? { source: tool, version: 'unstated', readAt: at };
  return { kind: 'record', callId, provenance: source };
}
