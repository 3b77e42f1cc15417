import type { RecordedEvent } from '@countersign/contracts';
import {
  carriesMoney,
  type Difference,
  type DifferenceEventData,
  type DifferenceEventType,
  type EffectSeen,
  type Instant,
  type OurRecord,
  type ReportSeen,
  type UnreadableRecord,
} from '@countersign/domain';
import type { PersonShown } from '../recovery/recovery-item.js';
import { sentenceOf } from './difference-words.js';

export interface SettlementShown {
  /** What a signature names, so that it signs what was on the screen. */
  readonly settlementId: string;
  readonly by: PersonShown;
  readonly evidence: string;
  readonly reason: string;
  readonly at: Instant;
}

/** What a person may do with it now, or why not. */
export type DifferenceStep = {
  readonly step: 'compare_again' | 'settle' | 'sign_settlement';
  readonly appends: string;
} & (
  | { readonly allowed: true; readonly secondPerson: boolean }
  | { readonly allowed: false; readonly why: string }
);

/** Everything an operator is shown of one difference, folded from its stream alone. */
export interface DifferenceItem {
  readonly differenceId: string;
  readonly version: number;
  readonly at: Instant;
  readonly state: 'open' | 'settlement_proposed' | 'settled';
  readonly system: string;
  readonly kind: string;
  readonly sentence: string;
  readonly proposalId: string | 'none';
  readonly anchoredAt: Instant;
  /** Their side, as it was read. */
  readonly effects: readonly EffectSeen[];
  /** Our side; null for an effect that no proposal asked for. */
  readonly ours: OurRecord | null;
  /** The record that could not be read, or what the target said by itself; null for every other kind. */
  readonly unreadable: UnreadableRecord | null;
  readonly report: ReportSeen | null;
  readonly source: string;
  readonly readAt: Instant;
  readonly since: Instant;
  readonly settlement: SettlementShown | null;
  readonly settled: {
    readonly how: string;
    readonly people: readonly PersonShown[];
    readonly reason: string;
    readonly at: Instant;
  } | null;
  readonly notes: readonly { readonly by: PersonShown; readonly text: string; readonly at: Instant }[];
  readonly steps: readonly DifferenceStep[];
}

type Known = Exclude<Difference, { status: 'absent' }>;

export interface DifferenceQuestion {
  readonly id: string;
  readonly state: Known;
  readonly events: readonly RecordedEvent[];
  readonly at: Instant;
}

export function differenceItem({ id, state, events, at }: DifferenceQuestion): DifferenceItem {
  const { found } = state;
  const { system, kind, proposalId, anchoredAt, effects, ours, unreadable, report, source, readAt } = found;
  return {
    differenceId: id,
    version: events.length,
    at,
    state: state.status,
    ...{ system, kind, sentence: sentenceOf(found), proposalId, anchoredAt, effects, source, readAt },
    ours: ours ?? null,
    unreadable: unreadable ?? null,
    report: report ?? null,
    since: found.at,
    settlement: state.status === 'settlement_proposed' ? settlementOf(events) : null,
    settled:
      state.status === 'settled' ? { ...state.settled, people: state.settled.people.map(shown) } : null,
    notes: dataOf(events, 'DifferenceNoted').map(({ data }) => ({ ...data, by: shown(data.by) })),
    steps: stepsOf(state),
  };
}

function settlementOf(events: readonly RecordedEvent[]): SettlementShown | null {
  const last = dataOf(events, 'SettlementProposed').at(-1);
  return last === undefined ? null : { settlementId: last.id, ...last.data, by: shown(last.data.by) };
}

function stepsOf(state: Known): readonly DifferenceStep[] {
  const secondPerson = carriesMoney(state.found);
  const compare: DifferenceStep = {
    step: 'compare_again',
    appends: 'LedgerCompared, and DifferenceSettled where the ledgers agree',
    ...{ allowed: true, secondPerson: false },
  };
  const settle = {
    step: 'settle',
    appends: secondPerson ? 'SettlementProposed, then DifferenceSettled' : 'DifferenceSettled',
  } as const;
  const sign = { step: 'sign_settlement', appends: 'DifferenceSettled' } as const;
  if (state.status === 'settled') {
    const why = 'This is settled.';
    return [compare, { ...settle, allowed: false, why }, { ...sign, allowed: false, why }];
  }
  return [
    compare,
    { ...settle, allowed: true, secondPerson },
    state.status === 'settlement_proposed'
      ? { ...sign, allowed: true, secondPerson: true }
      : { ...sign, allowed: false, why: 'No settlement waits for a second person.' },
  ];
}

const shown = ({ subject, name }: PersonShown): PersonShown => ({ subject, name });

function dataOf<Type extends DifferenceEventType>(events: readonly RecordedEvent[], type: Type) {
  return events.filter((event) => event.type === type) as unknown as readonly {
    readonly id: string;
    readonly data: DifferenceEventData<Type>;
  }[];
}
