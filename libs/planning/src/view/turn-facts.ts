import type { CaseEventData, Instant, JsonObject } from '@countersign/domain';
import type { Step } from '../port/step.js';
import { fieldName, type Planned, type RefusedTurn, stepName } from './plan-within.js';

export interface Taken {
  readonly by: 'coordinator' | 'specialist';
  /** `none` for the coordinator, which has none. */
  readonly capability: string;
  /** Number of the first of these turns in the case. */
  readonly first: number;
  readonly at: Instant;
  readonly detail?: JsonObject;
}

/** What a case records of planning, in the order in which it came about. */
export type RecordedTurn =
  | { readonly type: 'take_turn'; readonly fact: CaseEventData<'ModelTurnTaken'> }
  | { readonly type: 'refuse_step'; readonly fact: CaseEventData<'UnsafeStepRefused'> };

/** Turns as the case records them, the refused ones first, each with what was tried and may not be. */
export function recordedTurns(planned: Planned, taken: Taken): RecordedTurn[] {
  const refused = planned.refused.flatMap((one, index) => refusedTurn(one, taken.first + index, taken));
  const { accepted } = planned;
  if (accepted === undefined) return refused;
  const { by, at, first, detail } = taken;
  const { step, usage, versions } = accepted;
  const said = { ...detailOf(step), ...detail };
  const fact: CaseEventData<'ModelTurnTaken'> = {
    ...{ turn: first + planned.refused.length, by, step: step.type, verdict: 'accepted', refusals: [] },
    ...{ usage: { ...usage }, versions: { ...versions }, summary: summaryOf(step), at },
    ...(Object.keys(said).length === 0 ? {} : { detail: said }),
  };
  return [...refused, { type: 'take_turn', fact }];
}

const refusalsMax = 20;

function refusedTurn({ turn, refusals, failure }: RefusedTurn, number: number, taken: Taken): RecordedTurn[] {
  const { by, at, capability } = taken;
  const told = refusals.slice(0, refusalsMax).map(({ field, reason }) => {
    return { field: fieldName(field), reason: plainText(reason) };
  });
  const fact: CaseEventData<'ModelTurnTaken'> = {
    ...{ turn: number, by, step: stepName(turn.step), verdict: 'refused', refusals: told },
    ...{ usage: { ...turn.usage }, versions: { ...turn.versions }, at },
    summary: told.map(({ field, reason }) => `${field}: ${reason}`).join('; '),
  };
  const [first] = told;
  if (failure !== undefined || first === undefined) return [{ type: 'take_turn', fact }];
  const unsafe: CaseEventData<'UnsafeStepRefused'> = {
    ...{ turn: number, by, capability },
    attempted: attempts[stepName(turn.step)] ?? 'other',
    code: /^[a-z_]{1,60}$/.test(first.reason) ? first.reason : 'refused_by_records',
    ...first,
    excerpt: plainText(JSON.stringify(turn.step) ?? ''),
    at,
  };
  return [
    { type: 'take_turn', fact },
    { type: 'refuse_step', fact: unsafe },
  ];
}

const attempts: Readonly<Record<string, CaseEventData<'UnsafeStepRefused'>['attempted']>> = {
  call_tool: 'tool_call',
  propose: 'proposal',
};

/** Bounded, and storable whatever was in it. The case keeps it encrypted. */
function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, 200)
    .toWellFormed();
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
