import { formatMoney } from '@countersign/domain';
import { type Printer, wrapped } from '../terminal/printer.js';
import { visible } from '../terminal/visible.js';
import { count, ended, moment, shortId, spaced } from '../words/phrases.js';
import type { AnsweredComparison } from './ask-comparison.js';

const WIDTH = 96;

/** The comparison as a person reads it: both sums a currency, what was counted, one line a difference. */
export function printComparison(answer: AnsweredComparison, dryRun: boolean, printer: Printer): void {
  const { line, paint } = printer;
  const { system, window } = answer;
  line(
    `${paint.bold(`The ledger of ${system} and ours`)}, ${moment(window.from)} to ${moment(window.to)}, which is not part of it.`,
  );
  if (answer.outcome === 'not_compared') {
    line(paint.bad(`Not compared (${spaced(visible(answer.code))}): it could not be read to its end.`));
    line('Nothing is concluded from what was read. Ask again later.');
    return;
  }
  printTotals(answer, printer);
  const { effects = 0, agreed = 0, inFlight = 0, underReview = 0, notRecorded = 0 } = answer.counts ?? {};
  line();
  line(
    `${count(effects, 'effect')} at ${system}. ${agreed} agreed, ${inFlight} still in flight, ${underReview} with a person already.`,
  );
  const { differences } = answer;
  if (differences.length === 0) {
    line(underReview === 0 ? paint.good('The ledgers agree.') : 'On everything else the ledgers agree.');
    return;
  }
  line(paint.bad(`${count(differences.length, 'difference')}:`));
  for (const { differenceId, kind, sentence } of differences) {
    const text = `${shortId(differenceId)}  ${spaced(kind)}: ${ended(visible(sentence))}`;
    for (const part of wrapped(text, WIDTH, ' '.repeat(10))) line(`  ${part}`);
  }
  if (notRecorded > 0) line(`  and ${notRecorded} more, which are shown once these are settled.`);
  line();
  line(dryRun ? 'Nothing was recorded.' : 'Each of them is an item of the recovery queue.');
}

function printTotals({ system, totals }: AnsweredComparison, { line, paint }: Printer): void {
  if (totals.length === 0) return;
  const rows = totals.map(({ currency, targetMinor, oursMinor }) => ({
    theirs: formatMoney({ amountMinor: targetMinor, currency }),
    ours: formatMoney({ amountMinor: oursMinor, currency }),
    isSame: targetMinor === oursMinor,
  }));
  const widths = {
    theirs: Math.max(system.length, ...rows.map(({ theirs }) => theirs.length)),
    ours: Math.max('our record'.length, ...rows.map(({ ours }) => ours.length)),
  };
  line();
  line(`  ${paint.dim(`${system.padStart(widths.theirs)}   ${'our record'.padStart(widths.ours)}`)}`);
  for (const { theirs, ours, isSame } of rows) {
    const mark = isSame ? '' : `   ${paint.bad('differs')}`;
    line(`  ${theirs.padStart(widths.theirs)}   ${ours.padStart(widths.ours)}${mark}`);
  }
}
