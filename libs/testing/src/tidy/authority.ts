import { authors } from '@countersign/contracts';
import type { Check } from './checks.js';

const migration = 'libs/event-store/src/sql/0002-authority.sql';
const migrations = /^libs\/event-store\/src\/sql\/\d{4}-[a-z-]+\.sql$/;
const types = Object.keys(authors);

/** Who may append what stands twice, in code and as rows that PostgreSQL enforces: the two are one table. */
export const authorsAreGrants: Check = (tree) => {
  const sql = [...tree]
    .filter(([path]) => migrations.test(path))
    .map(([, text]) => text)
    .join('\n');
  const granted = new Set(
    [...sql.matchAll(/\('countersign_(\w+)', '([A-Z]\w+)'\)/g)].map(([, role, type]) => `${role} ${type}`),
  );
  const coded = new Set(
    Object.entries(authors).flatMap(([type, services]) => services.map((service) => `${service} ${type}`)),
  );
  const missing = [...coded]
    .filter((row) => !granted.has(row))
    .map((row) => `${migration}: no row for ${row}`);
  const surplus = [...granted]
    .filter((row) => !coded.has(row) && types.includes(row.split(' ')[1] ?? ''))
    .map((row) => `libs/contracts/src/authors.ts: nothing for ${row}`);
  return [...missing, ...surplus];
};

export const everyEventHasASample: Check = (tree) =>
  types
    .filter((type) => !tree.has(`libs/contracts/samples/${type}.v1.json`))
    .map((type) => `libs/contracts/samples/${type}.v1.json: missing`);
