import type { Score } from './score.js';

/** One half of the data as text: numbers first, then the table, then what went wrong most. */
export function render(title: string, score: Score): string {
  const { whenUnsure } = score;
  const width = Math.max(...score.started.map(({ capability }) => capability.length));
  return [
    `${title}: ${score.utterances} utterances`,
    `  accuracy  ${percent(score.accuracy)}`,
    ...score.started.map((one) => `  started: ${one.capability.padEnd(width)}  ${choiceOf(one)}`),
    `  when unsure  asks ${whenUnsure.asks}, hands to a person ${whenUnsure.person}, answers courteously ${whenUnsure.courtesy}, acts 0`,
    '',
    '  expected (rows) and what the coordinator did (columns)',
    ...indent(renderTable(score.confusion)),
    '',
    '  worst confusions',
    ...score.worst.map(
      ({ expected, predicted, count }) =>
        `    ${String(count).padStart(4)}  ${expected} taken for ${predicted}`,
    ),
    '',
    '  yes, no and maybe (rows) and how the answer was read (columns)',
    ...indent(renderTable(score.answers)),
  ].join('\n');
}

function choiceOf(one: Score['started'][number]): string {
  const { times, wanted, wronglyStarted, missed } = one;
  const precision = times === 0 ? 'never' : `precision ${percent(one.precision)} (${wronglyStarted} wrongly)`;
  const recall =
    wanted === 0 ? 'none of these is its own' : `recall ${percent(one.recall)} (${missed} missed)`;
  return `${precision}, ${recall}`;
}

function renderTable(table: Record<string, Record<string, number>>): string[] {
  const rows = Object.keys(table).toSorted();
  const columns = [...new Set(rows.flatMap((row) => Object.keys(table[row] ?? {})))].toSorted();
  const label = Math.max(8, ...rows.map((row) => row.length));
  const head = `${''.padEnd(label)} ${columns.map((column) => cell(column)).join(' ')}`;
  const lines = rows.map((row) => {
    const cells = columns.map((column) => cell(String(table[row]?.[column] ?? '·')));
    return `${row.padEnd(label)} ${cells.join(' ')}`;
  });
  return [head, ...lines];
}

function cell(text: string): string {
  return text.slice(0, 9).padStart(9);
}

function indent(lines: string[]): string[] {
  return lines.map((line) => `    ${line}`);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`.padStart(7);
}
