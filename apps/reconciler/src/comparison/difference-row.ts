import { parseStream, type RecordedEvent } from '@countersign/contracts';
import {
  type Difference,
  type DifferenceEvent,
  type DifferenceKind,
  evolveDifference,
  formatMoney,
  type Instant,
  type JsonObject,
  noDifference,
} from '@countersign/domain';
import type { Projection } from '@countersign/event-store';
import { sentenceOf } from './difference-words.js';

/** One difference: open, in the recovery queue, or settled by people, and kept so that it takes no other's place. */
export interface DifferenceRow {
  readonly standing: 'open' | 'settled';
  readonly differenceId: string;
  readonly system: string;
  readonly kind: DifferenceKind;
  readonly sentence: string;
  /** What the target holds that our record does not, or the other way round; null where no money is known. */
  readonly amount: { readonly minor: string; readonly currency: string; readonly words: string } | null;
  readonly proposalId: string | 'none';
  readonly references: readonly string[];
  /** When the effect came to be, or the call was made where there is none. */
  readonly anchoredAt: Instant;
  readonly since: Instant;
  readonly waitsForSecondPerson: boolean;
}

function foldDifference(events: readonly RecordedEvent[]): Difference {
  return (events as unknown as readonly DifferenceEvent[]).reduce<Difference>(evolveDifference, noDifference);
}

/** Null for what went away by itself: found again, it is open again. */
function differenceRow(events: readonly RecordedEvent[]): DifferenceRow | null {
  const state = foldDifference(events);
  const stream = events[0]?.stream;
  if (state.status === 'absent' || stream === undefined) return null;
  if (state.status === 'settled' && state.settled.how === 'agrees_again') return null;
  const { system, kind, proposalId, effects, ours, unreadable, report, anchoredAt, at } = state.found;
  const [shown = ours] = effects;
  const { amountMinor, currency } = shown ?? {};
  return {
    differenceId: parseStream(stream).id,
    standing: state.status === 'settled' ? 'settled' : 'open',
    ...{ system, kind, proposalId, anchoredAt },
    sentence: sentenceOf(state.found),
    amount:
      amountMinor === undefined || currency === undefined
        ? null
        : { minor: String(amountMinor), currency, words: formatMoney({ amountMinor, currency }) },
    references: [
      ...effects.map(({ reference }) => reference),
      ...[unreadable, report].flatMap((one) =>
        one === undefined || one.reference === 'none' ? [] : [one.reference],
      ),
    ],
    since: at,
    waitsForSecondPerson: state.status === 'settlement_proposed',
  };
}

export const differencesModel = 'differences';

export const differencesProjection: Projection = {
  name: differencesModel,
  revision: 2,
  categories: ['difference'],
  project: (events) => {
    const row = differenceRow(events);
    return row === null ? null : ({ ...row } as unknown as JsonObject);
  },
  // One width and precision, so that code point order is the order of time.
  sortKey: ({ anchoredAt }) => new Date(String(anchoredAt)).toISOString(),
};
