import {
  type ComparisonEventData,
  type ComparisonEventType,
  type DifferenceEventData,
  type DifferenceEventType,
  type DifferenceKind,
  type EffectSeen,
  formatMoney,
} from '@countersign/domain';
import { clock, count, ended, shortId, spaced } from './phrases.js';

type Words = {
  readonly [Type in ComparisonEventType]: (data: ComparisonEventData<Type>) => string;
} & { readonly [Type in DifferenceEventType]: (data: DifferenceEventData<Type>) => string };

/** What is said of a target's ledger and ours. */
export const ledgerWords: Words = {
  ComparisonBegun: ({ target, from }) =>
    `From ${clock(from)} on, the ledger of ${target} is compared with ours.`,
  LedgerCompared: ({ target, window, counts }) =>
    `The ledger of ${target} from ${clock(window.from)} to ${clock(window.to)} was read whole: ${count(counts.effects, 'effect')}, ${count(counts.differences, 'difference')}.`,
  LedgerNotCompared: ({ target, window, why }) =>
    `The ledger of ${target} from ${clock(window.from)} to ${clock(window.to)} was not compared: ${ended(why)} Nothing is concluded.`,
  DifferenceFound: (found) => `${differenceWords[found.kind]}: ${whatDiffers(found).join(', ')}.`,
  SettlementProposed: ({ by, reason }) =>
    `${by.name} proposes to settle it: ${ended(reason)} A second person must agree.`,
  DifferenceSettled: ({ how, people, reason }) =>
    how === 'agrees_again'
      ? `The ledgers agree again: ${ended(reason)}`
      : `${people.map(({ name }) => name).join(' and ')} settled it: ${ended(reason)}`,
  DifferenceNoted: ({ by, text }) => `${by.name} notes: ‘${text}’`,
};

/** Each kind of difference, as an operator would say it. */
const differenceWords: Readonly<Record<DifferenceKind, string>> = {
  effect_without_proposal: 'An effect that no proposal asked for',
  effect_not_claimed: 'An effect of a proposal that ended without one',
  effect_missing: 'Completed by our record, and not in theirs',
  effect_failed: 'Completed by our record, and failed at the target since',
  two_effects: 'Two effects of one operation',
  amount_differs: 'Another amount than was approved',
  currency_differs: 'Another currency than was approved',
  target_differs: 'Another target than was approved',
  unreadable: 'A record that cannot be read',
  report_unplaced: 'A report that belongs to no proposal',
};

/** Both sides of it, as far as each has one. */
function whatDiffers(found: DifferenceEventData<'DifferenceFound'>): readonly string[] {
  const { system, effects, unreadable, report, proposalId } = found;
  return [
    ...effects.map((effect) => `${effectOf(effect)} at ${system}`),
    ...(unreadable === undefined
      ? []
      : [`${unreadable.reference} at ${system}, whose ${unreadable.field} ${unreadable.reason}`]),
    ...(report === undefined ? [] : [`${report.reference} at ${system} (${spaced(report.says)})`]),
    ...(proposalId === 'none' ? [] : [`proposal ${shortId(proposalId)}`]),
  ];
}

function effectOf({ reference, amountMinor, currency, status }: EffectSeen): string {
  const money =
    amountMinor === undefined || currency === undefined
      ? ''
      : ` of ${formatMoney({ amountMinor, currency })}`;
  return `${reference}${money} (${spaced(status)})`;
}
