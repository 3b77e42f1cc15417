import { authors } from '@countersign/contracts';
import type { Check } from './checks.js';

const migrations = 'libs/event-store/src/sql';
const types = Object.keys(authors);

/** Who may append what stands twice, in code and as rows that PostgreSQL enforces: the two are one table. */
export const authorsAreGrants: Check = (tree) => {
  const statements = [...tree]
    .filter(([path]) => path.startsWith(`${migrations}/`))
    .flatMap(([, text]) => text.split(';'));
  const revoked = statements.filter((text) => text.includes('delete from countersign.authority'));
  const taken = new Set(revoked.flatMap(rowsIn));
  const granted = new Set(
    statements
      .filter((text) => !revoked.includes(text))
      .flatMap(rowsIn)
      .filter((row) => !taken.has(row)),
  );
  const coded = new Set(
    Object.entries(authors).flatMap(([type, services]) => services.map((service) => `${service} ${type}`)),
  );
  const missing = [...coded]
    .filter((row) => !granted.has(row))
    .map((row) => `${migrations}: no row for ${row}`);
  const surplus = [...granted]
    .filter((row) => !coded.has(row) && types.includes(row.split(' ')[1] ?? ''))
    .map((row) => `libs/contracts/src/authors.ts: nothing for ${row}`);
  return [...missing, ...surplus];
};

function rowsIn(statement: string): string[] {
  return [...statement.matchAll(/\('countersign_(\w+)', '([A-Z]\w+)'\)/g)].map(
    ([, role, type]) => `${role} ${type}`,
  );
}

export const everyEventHasASample: Check = (tree) =>
  types
    .filter((type) => !tree.has(`libs/contracts/samples/${type}.v1.json`))
    .map((type) => `libs/contracts/samples/${type}.v1.json: missing`);
