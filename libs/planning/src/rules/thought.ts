import type { Step } from '../port/step.js';
import type { Fact } from '../port/view.js';

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
