import {
  type DifferenceEventData,
  type EffectSeen,
  formatMoney,
  type OurRecord,
  type ReportedFact,
  type ReportSeen,
  type UnreadableRecord,
} from '@countersign/domain';

/** A difference in one sentence: what the target holds, and what our record says. */
export function sentenceOf(found: DifferenceEventData<'DifferenceFound'>): string {
  const { system, kind, effects, ours, unreadable, report } = found;
  const theirs = effects.map(effectWords).join(' and ');
  const own = ours === undefined ? '' : `proposal ${ours.proposalId} (${ours.status}${moneyWords(ours)})`;
  switch (kind) {
    case 'effect_without_proposal':
      return `${system} holds ${theirs}, and no proposal of ours asked for it.`;
    case 'effect_not_claimed':
      return `${system} holds ${theirs}; by our record ${own} ended without an effect.`;
    case 'effect_missing':
      return `By our record ${own} was carried out; ${system} holds no effect of it.`;
    case 'effect_failed':
      return `By our record ${own} was carried out; at ${system} it is ${theirs} now.`;
    case 'unreadable':
      return `${system} holds ${recordWords(unreadable)} that cannot be read: ${unreadable?.field} ${unreadable?.reason}.`;
    case 'report_unplaced':
      return `${system} says ${reportWords(report)}, and no proposal of ours stands for it.`;
    case 'two_effects':
      return `${system} holds ${theirs} for one operation, ${own}${readBack(ours)}.`;
    case 'amount_differs':
    case 'currency_differs':
    case 'target_differs':
      return `${system} holds ${theirs}; approved was another ${kind.replace('_differs', '')}: ${own}, on ${ours?.target.type} ${ours?.target.id}.`;
  }
}

const sayings: Readonly<Record<ReportedFact, string>> = {
  effect_succeeded: 'succeeded',
  effect_failed: 'failed',
  target_disputed: 'is disputed',
  dispute_closed: 'is disputed no more',
};

const reportWords = (report: ReportSeen | undefined): string =>
  report === undefined
    ? 'something'
    : `that ${report.reference}, on ${report.target}, ${sayings[report.says]} (${report.code})`;

const recordWords = (unreadable: UnreadableRecord | undefined): string =>
  unreadable === undefined || unreadable.reference === 'none' ? 'a record' : `record ${unreadable.reference}`;

function effectWords(effect: EffectSeen): string {
  const { reference, target, status } = effect;
  return `${reference} (${status}${moneyWords(effect)}, on ${target.type} ${target.id})`;
}

const readBack = (ours: OurRecord | undefined): string =>
  ours === undefined || ours.reference === 'none' ? '' : `, which was read back as ${ours.reference}`;

function moneyWords({ amountMinor, currency }: Pick<OurRecord, 'amountMinor' | 'currency'>): string {
  return amountMinor === undefined || currency === undefined
    ? ''
    : `, ${formatMoney({ amountMinor, currency })}`;
}
