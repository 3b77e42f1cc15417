import type { Ledger } from '../ledger/database.js';

export interface Person {
  tenant: string;
  /** The OIDC subject; unique over all tenants of the sandbox. */
  sub: string;
  name: string;
  roles: string[];
  /** `client` signs in with a secret of its own and has no button on the sign-in page. */
  kind: 'person' | 'client';
}

const SEEDS: Person[] = [
  { tenant: 'fjordlight', sub: 'ada', name: 'Ada Nilsson', roles: ['customer'], kind: 'person' },
  { tenant: 'fjordlight', sub: 'ben', name: 'Ben Okafor', roles: ['customer'], kind: 'person' },
  { tenant: 'fjordlight', sub: 'jonas', name: 'Jonas Weber', roles: ['support_agent'], kind: 'person' },
  { tenant: 'fjordlight', sub: 'maya', name: 'Maya Lindqvist', roles: ['support_manager'], kind: 'person' },
  { tenant: 'fjordlight', sub: 'priya', name: 'Priya Nair', roles: ['support_manager'], kind: 'person' },
  { tenant: 'fjordlight', sub: 'lena', name: 'Lena Brandt', roles: ['sales_manager'], kind: 'person' },
  { tenant: 'fjordlight', sub: 'noor', name: 'Noor Haddad', roles: ['operator'], kind: 'person' },
  { tenant: 'fjordlight', sub: 'sam', name: 'Sam Achebe', roles: ['operator', 'auditor'], kind: 'person' },
  { tenant: 'fjordlight', sub: 'helpdesk-bot', name: 'Helpdesk bot', roles: ['agent'], kind: 'client' },
  { tenant: 'otherco', sub: 'zoe', name: 'Zoe Martin', roles: ['support_manager'], kind: 'person' },
];

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS people (sub TEXT PRIMARY KEY, tenant TEXT NOT NULL, record TEXT NOT NULL) STRICT`;

/** The directory: who there is and what they may do right now. */
export interface People {
  all(): Person[];
  find(sub: string): Person | undefined;
  setRoles(tenant: string, sub: string, roles: string[]): Person | undefined;
  reset(): void;
}

export function openPeople(ledger: Ledger): People {
  const { effects } = ledger;
  effects.exec(SCHEMA);
  const one = effects.prepare('SELECT record FROM people WHERE sub = ?');
  const every = effects.prepare('SELECT record FROM people ORDER BY tenant, sub');
  const insert = effects.prepare('INSERT INTO people (sub, tenant, record) VALUES (?, ?, ?)');
  const update = effects.prepare('UPDATE people SET record = ? WHERE sub = ?');
  const find = (sub: string): Person | undefined => {
    const row = one.get(sub);
    return row === undefined ? undefined : JSON.parse(String(row.record));
  };
  const reset = (): void =>
    ledger.inTransaction(() => {
      effects.exec('DELETE FROM people');
      for (const person of SEEDS) insert.run(person.sub, person.tenant, JSON.stringify(person));
    });
  if (every.get() === undefined) reset();
  return {
    find,
    reset,
    all: () => every.all().map((row) => JSON.parse(String(row.record))),
    setRoles(tenant, sub, roles) {
      const person = find(sub);
      if (person?.tenant !== tenant) return undefined;
      update.run(JSON.stringify({ ...person, roles }), sub);
      return { ...person, roles };
    },
  };
}
