import type { CaseEventData, Instant, JsonObject } from '@countersign/domain';
import type { Planner, Step, Turn } from '../port/step.js';
import { validateFacts, validateStep } from '../port/validate-step.js';
import type { PlannerView } from '../port/view.js';

type Refusals = readonly { readonly field: string; readonly reason: string }[];

export interface RefusedTurn {
  readonly turn: Turn;
  readonly refusals: Refusals;
}

/** The turns of one handling: those refused, each with its fields, and the one that may be recorded, if any. */
export interface Planned {
  readonly refused: readonly RefusedTurn[];
  readonly accepted: Turn | undefined;
}

const triesMax = 3;

/**
 * Asks the planner until a step is one the port takes, at most three times. `examine` may refuse what only
 * records can tell; it is asked last. Every refusal is kept, to be recorded and counted (S35).
 */
export async function planWithin(
  planner: Planner,
  view: PlannerView,
  examine: (turn: Turn) => Promise<Refusals> = async () => [],
): Promise<Planned> {
  const refused: RefusedTurn[] = [];
  while (refused.length < triesMax) {
    const turn = await planner.next(structuredClone(view));
    const refusals = portRefusals(turn, view);
    const found = refusals.length > 0 ? refusals : await examine(turn);
    if (found.length === 0) return { refused, accepted: turn };
    refused.push({ turn, refusals: found });
  }
  return { refused, accepted: undefined };
}

function portRefusals(turn: Turn, view: PlannerView): Refusals {
  const step = validateStep(turn.step, view, turn.facts);
  return [...(step.outcome === 'refused' ? step.refusals : []), ...validateFacts(turn.facts, view)];
}

interface Taken {
  readonly by: 'coordinator' | 'specialist';
  /** Number of the first of these turns in the case. */
  readonly first: number;
  readonly at: Instant;
  readonly detail?: JsonObject;
}

/** Turns as the case records them, the refused ones first. */
export function turnFacts({ refused, accepted }: Planned, taken: Taken): CaseEventData<'ModelTurnTaken'>[] {
  const { by, at, first, detail } = taken;
  const refusedTurns = refused.map(({ turn, refusals }, index) => ({
    turn: first + index,
    by,
    step: nameOf(turn.step),
    verdict: 'refused' as const,
    refusals: refusals.map(({ field, reason }) => ({ field, reason })),
    usage: { ...turn.usage },
    versions: { ...turn.versions },
    summary: refusals.map(({ field, reason }) => `${field}: ${reason}`).join('; '),
    at,
  }));
  if (accepted === undefined) return refusedTurns;
  const { step, usage, versions } = accepted;
  const turn = first + refused.length;
  const said = { ...detailOf(step), ...detail };
  const last = {
    ...{ turn, by, step: step.type, verdict: 'accepted' as const, refusals: [] },
    ...{ usage: { ...usage }, versions: { ...versions }, summary: summaryOf(step), at },
    ...(Object.keys(said).length === 0 ? {} : { detail: said }),
  };
  return [...refusedTurns, last];
}

/** A refused step may be of no shape at all; its text is never recorded, only its type, cut short. */
function nameOf(step: unknown): string {
  const type = typeof step === 'object' && step !== null ? (step as { type?: unknown }).type : undefined;
  return typeof type === 'string' && /^[a-z_]{1,40}$/.test(type) ? type : 'unknown';
}

function detailOf(step: Step): JsonObject {
  const more = 'more' in step && step.more === true ? { more: true } : {};
  switch (step.type) {
    case 'reply':
      return { code: step.code, params: step.params, ...more };
    case 'propose':
      return more;
    case 'route':
      return step.also === undefined ? {} : { also: step.also.map((one) => ({ ...one })) };
    default:
      return {};
  }
}

function summaryOf(step: Step): string {
  switch (step.type) {
    case 'reply':
    case 'ask':
      return step.text;
    case 'call_tool':
      return `${step.tool} ${JSON.stringify(step.arguments)}`;
    case 'propose':
      return `${step.kind} ${step.target} ${step.amountMinor ?? ''} ${step.currency ?? ''}`.trim();
    case 'route':
      return `${step.capability}: ${step.reason}`;
    case 'escalate':
      return step.reason;
    case 'done':
      return step.outcome;
  }
}
