import { type PlannerView, RulesPlanner, type Step } from '@countersign/planning';
import { readAnswer } from '@countersign/planning/rules';
import { capabilities } from '../registry.js';
import type { Route } from './expected-routes.js';
import type { Utterance } from './utterances.js';

export interface Routed {
  readonly utterance: Utterance;
  /** What it was taken for. */
  readonly predicted: Route;
  /** The capability that was started for it, or `none`. */
  readonly started: string;
}

export interface Score {
  utterances: number;
  /** Share taken for what it is. */
  accuracy: number;
  /** For each capability, how well it was chosen. Wrongly started is worse than missed: that is asked or handed on. */
  started: {
    capability: string;
    /** Messages it was started for, and messages that were its own; a share of none of them says nothing. */
    times: number;
    wanted: number;
    precision: number;
    recall: number;
    wronglyStarted: number;
    missed: number;
  }[];
  /** What became of the messages that were not recognised. None of these starts anything. */
  whenUnsure: { asks: number; person: number; courtesy: number };
  confusion: Record<string, Record<string, number>>;
  worst: { expected: Route; predicted: Route; count: number }[];
  answers: Record<string, Record<string, number>>;
}

const planner = new RulesPlanner(capabilities.all.map(({ rules }) => rules));
const offered = capabilities.all.map(({ name, responsibility }) => ({ name, responsibility }));

const routeOfIntent: Readonly<Record<string, Route>> = {
  refund_request: 'refunds',
  refund_status: 'refund_status',
  duplicate_charge: 'duplicate_charge',
  account_closure: 'account_closure',
  cancel_order: 'cancel_order',
  exchange_or_change_order: 'change_order',
  order_status: 'order_status',
  dispute_or_unrecognised: 'dispute',
  account_change_or_closure: 'account',
  card_problem: 'card',
  payment_problem: 'payment',
  booking: 'booking',
};

/** What the coordinator does with this text as a first message, with every registered capability on offer. */
async function firstStep(text: string): Promise<Step> {
  const at = '1970-01-01T00:00:00Z';
  const view: PlannerView = {
    role: { kind: 'coordinator' },
    instructions: '',
    clock: at,
    conversation: [{ kind: 'customer_message', messageId: 'first', at, text }],
    facts: [],
    proposals: [],
    capabilities: offered,
    tools: [],
    actions: [],
    boundsLeft: { turns: 1, toolCalls: 1, wallClockMs: 1, spendMicros: 1 },
  };
  return (await planner.next(view)).step;
}

function read(step: Step): Pick<Routed, 'predicted' | 'started'> {
  if (step.type === 'route') {
    return { predicted: routeOfIntent[step.reason] ?? step.reason, started: step.capability };
  }
  if (step.type === 'ask') return { predicted: 'asks', started: 'none' };
  if (step.type !== 'escalate') return { predicted: 'nothing', started: 'none' };
  const intent = /^no_capability_for:(.+)$/.exec(step.reason)?.[1] ?? '';
  return { predicted: routeOfIntent[intent] ?? 'person', started: 'none' };
}

export function route(utterances: readonly Utterance[]): Promise<Routed[]> {
  return Promise.all(
    utterances.map(async (utterance) => ({ utterance, ...read(await firstStep(utterance.text)) })),
  );
}

export function score(routed: readonly Routed[]): Score {
  const count = (wished: Route) => routed.filter(({ predicted }) => predicted === wished).length;
  return {
    utterances: routed.length,
    accuracy: share(routed.filter(isRight).length, routed.length),
    started: capabilities.all.map(({ name, rules }) => startedOf(name, rules.takes, routed)),
    whenUnsure: { asks: count('asks'), person: count('person'), courtesy: count('nothing') },
    confusion: tally(routed.map(({ utterance, predicted }) => [utterance.expected[0], predicted])),
    worst: worstOf(routed),
    answers: tally(
      routed.flatMap(({ utterance: { answer, text } }): [string, string][] =>
        answer ? [[answer, readAnswer(text)]] : [],
      ),
    ),
  };
}

function startedOf(
  capability: string,
  takes: readonly string[],
  routed: readonly Routed[],
): Score['started'][number] {
  const own = takes.map((intent) => routeOfIntent[intent] ?? intent);
  const started = routed.filter((one) => one.started === capability);
  const rightly = started.filter(isRight);
  const wanted = routed.filter(({ utterance }) => own.includes(utterance.expected[0]));
  const found = wanted.filter((one) => one.started === capability);
  return {
    capability,
    times: started.length,
    wanted: wanted.length,
    precision: share(rightly.length, started.length),
    recall: share(found.length, wanted.length),
    wronglyStarted: started.length - rightly.length,
    missed: wanted.length - found.length,
  };
}

export function isRight({ utterance, predicted }: Pick<Routed, 'utterance' | 'predicted'>): boolean {
  return utterance.expected.includes(predicted);
}

function worstOf(routed: readonly Routed[]): Score['worst'] {
  const counts = tally(
    routed.filter((one) => !isRight(one)).map((one) => [one.utterance.expected[0], one.predicted]),
  );
  const all = Object.entries(counts).flatMap(([expected, row]) =>
    Object.entries(row).map(([predicted, count]) => ({
      expected: expected as Route,
      predicted: predicted as Route,
      count,
    })),
  );
  return all.toSorted((a, b) => b.count - a.count).slice(0, 10);
}

function tally(pairs: readonly (readonly [string, string])[]): Record<string, Record<string, number>> {
  const table: Record<string, Record<string, number>> = {};
  for (const [row, column] of pairs) {
    const cells = table[row] ?? {};
    cells[column] = (cells[column] ?? 0) + 1;
    table[row] = cells;
  }
  return table;
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : Math.round((part / whole) * 10_000) / 10_000;
}
