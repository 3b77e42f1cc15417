import { decimals, type Table } from '../report.js';
import type { StatementCount } from '../server/statement-counts.js';

const rowsMax = 16;

/** What PostgreSQL is asked for one proposal, and what of it takes how long. */
export function statementTable(
  statements: readonly StatementCount[],
  proposals: number,
): { readonly table: Table; readonly figures: { readonly [name: string]: string | number }[] } {
  const each = statements.map(({ begins, calls, pages, ms }) => ({
    ...{ begins, calls: calls / proposals, pages: pages / proposals, ms: ms / proposals },
  }));
  const rest = each.slice(rowsMax);
  const sum = (name: 'calls' | 'pages' | 'ms') => rest.reduce((total, one) => total + one[name], 0);
  const others = {
    ...{ begins: `the other ${rest.length}`, calls: sum('calls'), pages: sum('pages'), ms: sum('ms') },
  };
  return {
    figures: each,
    table: {
      title: '(b) What PostgreSQL is asked a proposal, 16 in flight',
      columns: ['statement', 'calls', 'pages', 'ms'],
      rows: [...each.slice(0, rowsMax), ...(rest.length === 0 ? [] : [others])].map((one) => [
        ...[one.begins, decimals(one.calls, 2), decimals(one.pages, 1), decimals(one.ms, 3)],
      ]),
      notes: [
        'Calls gather what waits together, so there are fewer of them the more is in flight. Pages of 8 kB, from memory or',
        'disk. Milliseconds are those it took, also while it waited for a processor.',
      ],
    },
  };
}
