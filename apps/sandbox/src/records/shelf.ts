import type { Ledger } from '../ledger/database.js';
import { json, refuse } from '../wire/reply.js';
import { type Call, param, type Route, route, withJson } from '../wire/router.js';

export type Body = Record<string, unknown>;

/** Records of several kinds, each with a version that grows with every change of it. */
export interface Shelf {
  find(kind: string, id: string): Body | undefined;
  all(kind: string): Body[];
  put(kind: string, id: string, body: Body): Body;
  /** Undefined when there is no such record. */
  change(kind: string, id: string, by: Body): Body | undefined;
  reset(): void;
}

const SCHEMA =
  'CREATE TABLE IF NOT EXISTS records (kind TEXT, id TEXT, body TEXT NOT NULL, PRIMARY KEY (kind, id)) STRICT';

export function openShelf(ledger: Ledger, seed: () => readonly (readonly [string, Body])[]): Shelf {
  const { effects } = ledger;
  effects.exec(SCHEMA);
  const one = effects.prepare('SELECT body FROM records WHERE kind = ? AND id = ?');
  const many = effects.prepare('SELECT body FROM records WHERE kind = ? ORDER BY rowid');
  const write = effects.prepare(
    'INSERT INTO records (kind, id, body) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body',
  );
  const read = (row: Record<string, unknown> | undefined): Body | undefined =>
    row === undefined ? undefined : (JSON.parse(String(row.body)) as Body);
  const shelf: Shelf = {
    find: (kind, id) => read(one.get(kind, id)),
    all: (kind) => many.all(kind).map((row) => JSON.parse(String(row.body)) as Body),
    put: (kind, id, body) => {
      const kept = { ...body, id, version: Number(body.version ?? 1) };
      write.run(kind, id, JSON.stringify(kept));
      return kept;
    },
    change: (kind, id, by) => {
      const before = shelf.find(kind, id);
      if (before === undefined) return undefined;
      return shelf.put(kind, id, { ...before, ...by, version: Number(before.version) + 1 });
    },
    reset: () => {
      effects.exec('DELETE FROM records');
      for (const [kind, body] of seed()) shelf.put(kind, String(body.id), body);
    },
  };
  if (effects.prepare('SELECT 1 FROM records').get() === undefined) shelf.reset();
  return shelf;
}

/** `PUT /invoices/inv_9` makes a record, `PATCH` changes one; its version grows. */
export function shelfAdmin(shelf: Shelf, kinds: Readonly<Record<string, string>>): Route[] {
  return Object.entries(kinds).flatMap(([path, kind]) => [
    route('GET', `/${path}/:id`, (call) => found(shelf.find(kind, param(call, 'id')), kind)),
    route(
      'PATCH',
      `/${path}/:id`,
      withJson((call, body) => found(shelf.change(kind, param(call, 'id'), body), kind)),
    ),
    route(
      'PUT',
      `/${path}/:id`,
      withJson((call, body) => json(200, shelf.put(kind, param(call, 'id'), body))),
    ),
  ]);
}

/** `GET /v1/invoices/:id` of the records of a kind. */
export function recordRoute(shelf: Shelf, path: string, kind: string): Route {
  return route('GET', `/v1/${path}/:id`, (call) => found(shelf.find(kind, param(call, 'id')), kind));
}

/** Those records that belong to whom the path names as `:tenant` and `:id`. */
export function owned(call: Call, records: readonly Body[], by = 'customerId'): Body[] {
  const [tenant, id] = [param(call, 'tenant'), param(call, 'id')];
  return records.filter((each) => each.tenant === tenant && each[by] === id);
}

export function found(body: Body | undefined, kind: string) {
  return body === undefined ? refuse(404, `${kind}_not_found`, `There is no such ${kind}.`) : json(200, body);
}
