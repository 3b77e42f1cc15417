import type { ReplyStep } from '../port/step.js';
import type { PlannerView } from '../port/view.js';
import type { MessageRead } from './messages.js';
import type { Thought } from './thought.js';

/** One way of saying an intent. `weight` is how sure it makes us, between 0 and 1; 0.75 is sure enough to act on. */
export interface Wording {
  readonly intent: string;
  /** Held against normalised text: lower case, contractions written out. */
  readonly pattern: RegExp;
  readonly weight: number;
  /** Read over the whole message instead of clause by clause. */
  readonly whole?: true;
}

/** The words by which what a message asks for is recognised. */
export interface IntentWords {
  readonly wordings: readonly Wording[];
  /** Which of the wordings found in one clause are meant; without it, all of them. */
  readonly inClause?: (clause: string, found: readonly Wording[]) => readonly Wording[];
  /** What is left of the reading (intent to sureness) once the whole message is looked at. */
  readonly giveWay?: (said: string, read: ReadonlyMap<string, number>) => ReadonlyMap<string, number>;
}

/**
 * What a capability brings to be planned without a model: the words people ask for it in, and what it does about
 * them, one step at a time. It sees a view and nothing else, and the same view has to give the same step.
 */
export interface CapabilityRules extends IntentWords {
  /** The capability's name. */
  readonly capability: string;
  /** How its matter is named to the customer, `a refund of an order`. */
  readonly matter: string;
  /** The intents that are its own: of its wordings, or of those that every reading knows (`booking`). */
  readonly takes: readonly string[];
  /** Why words that ask for nothing new still go on with what this capability is at, if they do. */
  readonly continues?: (last: MessageRead, view: PlannerView) => string | undefined;
  /** The reply to words that turn its matter down, if they do. */
  readonly turnedDown?: (last: MessageRead) => ReplyStep | undefined;
  /** The next step. Bounds, and a wish for a person, were looked at before. */
  readonly think: (view: PlannerView) => Thought;
}

/** Wordings of one intent, read clause by clause. */
export function say(intent: string, weight: number, ...patterns: string[]): Wording[] {
  return patterns.map((pattern) => ({ intent, weight, pattern: new RegExp(pattern) }));
}

/** Wordings of one intent, read over the whole message. */
export function sayWhole(intent: string, weight: number, ...patterns: string[]): Wording[] {
  return say(intent, weight, ...patterns).map((wording) => ({ ...wording, whole: true }));
}
