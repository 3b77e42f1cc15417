import { formatMoney } from '@countersign/domain';
import { type Printer, wrapped } from '../terminal/printer.js';
import { visible } from '../terminal/visible.js';
import { count, ended, moment, shortId, spaced } from '../words/phrases.js';
import type { AnsweredComparison, AnsweredDifference, AnsweredLedger } from './ask-comparison.js';

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
    printReports(answer, printer);
    return;
  }
  printTotals(answer, printer);
  const { effects = 0, agreed = 0, inFlight = 0, underReview = 0, settled = 0 } = answer.counts ?? {};
  line();
  line(
    `${count(effects, 'effect')} at ${system}. ${agreed} agreed, ${inFlight} still in flight, ${underReview} with a person already.`,
  );
  if (settled > 0) line(`${count(settled, 'difference')} of that time were settled by people.`);
  printDifferences(answer, dryRun, printer);
  printReports(answer, printer);
}

function printDifferences(answer: AnsweredComparison, dryRun: boolean, { line, paint }: Printer): void {
  const { differences, notShown, counts } = answer;
  if (differences.length === 0) {
    const isAll = (counts?.underReview ?? 0) === 0 && (counts?.settled ?? 0) === 0;
    line(isAll ? paint.good('The ledgers agree.') : 'On everything else the ledgers agree.');
    return;
  }
  line(paint.bad(`${count(differences.length + notShown, 'difference')}:`));
  printItems(differences, line);
  if (notShown > 0) line(`  and ${notShown} more${dryRun ? '' : ', each of which gets its item in turn'}.`);
  line();
  line(dryRun ? 'Nothing was recorded.' : 'Each of them is an item of the recovery queue.');
}

function printReports({ system, reports }: AnsweredComparison, { line, paint }: Printer): void {
  if (reports.length === 0) return;
  line();
  const belong = reports.length === 1 ? 'belongs' : 'belong';
  line(paint.bad(`${count(reports.length, 'report')} of ${system} in that time ${belong} to no proposal:`));
  printItems(reports, line);
}

function printItems(items: readonly AnsweredDifference[], line: Printer['line']): void {
  for (const { differenceId, kind, sentence } of items) {
    const text = `${shortId(differenceId)}  ${spaced(kind)}: ${ended(visible(sentence))}`;
    for (const part of wrapped(text, WIDTH, ' '.repeat(10))) line(`  ${part}`);
  }
}

/** That the schedule could not read it: what was found just now is then the first that anybody knows. */
export function printStanding(ledger: AnsweredLedger | undefined, { line, paint }: Printer): void {
  if (ledger === undefined || ledger.failures === 0) return;
  const { failures, failingSince, why, state } = ledger;
  const text = `By itself it was not compared ${count(failures, 'time')} in a row, since ${moment(failingSince)}: ${ended(visible(why))}${state === 'stuck' ? ' This is an item of the recovery queue.' : ''}`;
  line();
  for (const part of wrapped(text, WIDTH, '')) line(paint.bad(part));
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
