import { readAnswer } from '../rules/answers.js';
import { firstStep } from '../rules/coordinator.js';
import type { Intent } from '../rules/intent-words.js';
import type { Route } from './expected-routes.js';
import type { Utterance } from './utterances.js';

export interface Routed {
  utterance: Utterance;
  predicted: Route;
}

export interface Score {
  utterances: number;
  /** Share sent where it belongs. */
  accuracy: number;
  refunds: { precision: number; recall: number; wronglyStarted: number; missed: number };
  /** What became of the messages that were not recognised. None of these starts anything. */
  whenUnsure: { asks: number; person: number; courtesy: number };
  confusion: Record<string, Record<string, number>>;
  worst: { expected: Route; predicted: Route; count: number }[];
  answers: Record<string, Record<string, number>>;
}

const offered = [
  { name: 'refunds', responsibility: 'Investigate refunds of delivered orders and draft proposals.' },
];

const routeOfIntent: Record<Intent, Route> = {
  refund_request: 'refunds',
  refund_status: 'refund_status',
  duplicate_charge: 'duplicate_charge',
  cancel_order: 'cancel_order',
  exchange_or_change_order: 'change_order',
  order_status: 'order_status',
  dispute_or_unrecognised: 'dispute',
  account_change_or_closure: 'account',
  card_problem: 'card',
  payment_problem: 'payment',
  booking: 'booking',
  smalltalk: 'nothing',
  other: 'asks',
};

/** What the coordinator does with this text as a first message, with refunds the one capability offered. */
export function routeOf(text: string): Route {
  const step = firstStep(text, offered);
  if (step.type === 'route') return 'refunds';
  if (step.type === 'ask') return 'asks';
  if (step.type !== 'escalate') return 'nothing';
  const intent = step.reason.startsWith('no_capability_for:')
    ? step.reason.slice('no_capability_for:'.length)
    : '';
  return routeOfIntent[intent as Intent] ?? 'person';
}

export function route(utterances: readonly Utterance[]): Routed[] {
  return utterances.map((utterance) => ({ utterance, predicted: routeOf(utterance.text) }));
}

export function score(routed: readonly Routed[]): Score {
  const started = routed.filter(({ predicted }) => predicted === 'refunds');
  const wanted = routed.filter(({ utterance }) => utterance.expected[0] === 'refunds');
  const rightly = started.filter(({ utterance }) => utterance.expected.includes('refunds'));
  const found = wanted.filter(({ predicted }) => predicted === 'refunds');
  const count = (wished: Route) => routed.filter(({ predicted }) => predicted === wished).length;
  return {
    utterances: routed.length,
    accuracy: share(routed.filter(isRight).length, routed.length),
    refunds: {
      precision: share(rightly.length, started.length),
      recall: share(found.length, wanted.length),
      wronglyStarted: started.length - rightly.length,
      missed: wanted.length - found.length,
    },
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

export function isRight({ utterance, predicted }: Routed): boolean {
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
