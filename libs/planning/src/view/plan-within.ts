import { boundReached } from '../port/loops.js';
import type { Planner, PlannerFailure, Step, Turn, Usage } from '../port/step.js';
import { validateFacts, validateStep } from '../port/validate-step.js';
import type { PlannerView, RefusedTry } from '../port/view.js';

export type Refusals = readonly { readonly field: string; readonly reason: string }[];

export interface RefusedTurn {
  readonly turn: Turn;
  readonly refusals: Refusals;
  /** Set where the provider gave no step; nothing unsafe was tried then. */
  readonly failure?: PlannerFailure;
}

/** The turns of one handling: those refused, each with its fields, and the one that may be recorded, if any. */
export interface Planned {
  readonly refused: readonly RefusedTurn[];
  readonly accepted: Turn | undefined;
}

const triesMax = 3;

/**
 * Asks the planner until a step is one the port takes, at most three times and within what is left of the bounds;
 * each next try is told what was refused. `examine` may refuse what only records can tell; it is asked last. Every
 * refusal is kept, to be recorded and counted (S35). A provider that is in trouble is not asked again here: whoever
 * handles the message waits, durably, as long as it asked.
 */
export async function planWithin(
  planner: Planner,
  view: PlannerView,
  examine: (turn: Turn) => Promise<Refusals> = async () => [],
): Promise<Planned> {
  const refused: RefusedTurn[] = [];
  while (refused.length < triesMax) {
    const seen = afterTries(view, refused);
    if (refused.length > 0 && boundReached(seen) !== undefined) break;
    const answer = await ask(planner, seen);
    if ('failure' in answer) {
      refused.push(answer);
      if (answer.failure.class === 'malformed') continue;
      break;
    }
    const refusals = portRefusals(answer, view);
    const found = refusals.length > 0 ? refusals : await examine(answer);
    if (found.length === 0) return { refused, accepted: answer };
    refused.push({ turn: answer, refusals: found });
  }
  return { refused, accepted: undefined };
}

/** The failure that ended a handling, where it was the provider's and not a step that was refused. */
export function failureOf({ refused, accepted }: Planned): PlannerFailure | undefined {
  return accepted === undefined ? refused.at(-1)?.failure : undefined;
}

async function ask(
  planner: Planner,
  view: PlannerView,
): Promise<Turn | (RefusedTurn & { readonly failure: PlannerFailure })> {
  try {
    return await planner.next(structuredClone(view));
  } catch (error) {
    const failure = error as PlannerFailure;
    if (failure?.code !== 'planner_failed') throw error;
    const { usage, versions } = failure;
    const turn: Turn = { step: { type: 'none' } as unknown as Step, facts: [], usage, versions };
    return { turn, refusals: [{ field: 'model', reason: failure.class }], failure };
  }
}

/** The same view, less what the tries so far have used up of its bounds. */
function afterTries(view: PlannerView, refused: readonly RefusedTurn[]): PlannerView {
  if (refused.length === 0) return view;
  const spent = refused.reduce((sum, { turn }) => sum + costOf(turn.usage), 0);
  const { turns, spendMicros } = view.boundsLeft;
  const boundsLeft = {
    ...view.boundsLeft,
    turns: turns - refused.length,
    spendMicros: spendMicros - spent,
  };
  const refusedTries = refused.map(({ turn, refusals }): RefusedTry => {
    return {
      step: stepName(turn.step),
      refusals: refusals.map(({ field, reason }) => ({ field: fieldName(field), reason })),
    };
  });
  return { ...view, boundsLeft, refusedTries };
}

const costOf = ({ costMicros }: Usage): number => costMicros;

function portRefusals(turn: Turn, view: PlannerView): Refusals {
  const step = validateStep(turn.step, view, turn.facts);
  return [...(step.outcome === 'refused' ? step.refusals : []), ...validateFacts(turn.facts, view)];
}

/** A refused step may be of no shape at all; its text is never recorded, only its type, cut short. */
export function stepName(step: unknown): string {
  const type = typeof step === 'object' && step !== null ? (step as { type?: unknown }).type : undefined;
  return typeof type === 'string' && /^[a-z_]{1,40}$/.test(type) ? type : 'unknown';
}

/** A path may hold a name that the planner made up: it is kept readable, plain and short. */
export function fieldName(field: string): string {
  return field.replace(/[^\w.[\]-]/g, '?').slice(0, 100) || 'step';
}
