import type { Fact, FactReference, JsonObject, PlannerView } from './view.js';

/** Tell the customer something. The words are rendered from code and params; `text` is the plain reading. */
export interface ReplyStep {
  type: 'reply';
  code: string;
  params: JsonObject;
  text: string;
  /** More was asked for than this answers: plan again at once. */
  more?: true;
}

/** Ask for one fact nobody has recorded. `questionId` is `<about>:<subject>`, so a question is never doubled. */
export interface AskStep {
  type: 'ask';
  questionId: string;
  about: string;
  text: string;
}

export interface CallToolStep {
  type: 'call_tool';
  tool: string;
  arguments: JsonObject;
}

/** One exact action, offered to policy and people. Proposing grants nothing. */
export interface ProposeStep {
  type: 'propose';
  kind: string;
  /** What the action is done to, as `<resource>:<id>`. */
  target: string;
  arguments: JsonObject;
  /** Integer minor units of `currency`. */
  amountMinor?: number;
  /** ISO 4217 code. */
  currency?: string;
  /** The established facts the action rests on. */
  evidence: FactReference[];
  /** More was asked for than this: plan again at once. */
  more?: true;
}

/** Hand the matter to the specialist of one capability. `confidence` is between 0 and 1. */
export interface RouteStep {
  type: 'route';
  capability: string;
  reason: string;
  confidence?: number;
  /** What else the same message asks for, to be routed one after the other when the first is at rest. */
  also?: { capability: string; reason: string }[];
}

export interface EscalateStep {
  type: 'escalate';
  reason: string;
}

/** Why this planner has nothing more to do until something new is recorded. */
export type DoneOutcome = 'proposed' | 'answered' | 'declined' | 'withdrawn' | 'awaiting_customer';

export interface DoneStep {
  type: 'done';
  outcome: DoneOutcome;
}

export type Step = ReplyStep | AskStep | CallToolStep | ProposeStep | RouteStep | EscalateStep | DoneStep;

/** `costMicros` is millionths of the accounting currency. */
export interface Usage {
  inputTokens: number;
  outputTokens: number;
  costMicros: number;
}

export interface PlannerVersions {
  planner: string;
  model: string;
  prompt: string;
}

/** One step, what it cost, and who took it. `facts` are what this turn read out of the entries. */
export interface Turn {
  step: Step;
  facts: Fact[];
  usage: Usage;
  versions: PlannerVersions;
  summary?: string;
}

/** Why no step came: the provider's trouble, and nothing that a planner decided. */
export type PlannerFailureClass =
  | 'rate_limited'
  | 'unavailable'
  | 'timed_out'
  | 'cut_off'
  | 'malformed'
  | 'refused'
  | 'not_authorized';

/** Thrown by a planner that got no step. Recognised by its code; what it cost is counted all the same. */
export interface PlannerFailure {
  readonly code: 'planner_failed';
  readonly class: PlannerFailureClass;
  /** How long the provider asked us to wait. */
  readonly retryAfterMs?: number;
  readonly usage: Usage;
  readonly versions: PlannerVersions;
}

/** View in, one step out. A planner holds no state between turns and reaches nothing but the view. */
export interface Planner {
  next(view: PlannerView): Promise<Turn>;
}
