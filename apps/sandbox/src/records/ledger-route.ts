import { json, refuse } from '../wire/reply.js';
import { type Call, type Route, route } from '../wire/router.js';
import type { Body, Shelf } from './shelf.js';

const PAGE = { usual: 10, most: 100 };

/**
 * `GET /v1/ledger?tenant=…&from=…&to=…&limit=…&after=…`: the effects of a time, newest first, whoever made them. An
 * effect that names no tenant is shown to every one. `asItIs` says of one what has become of it since.
 */
export function ledgerRoute(shelf: Shelf, asItIs: (entry: Body) => Body = (entry) => entry): Route {
  return route('GET', '/v1/ledger', ({ query }: Call) => {
    const limit = Number(query.get('limit') ?? PAGE.usual);
    if (!Number.isInteger(limit) || limit < 1 || limit > PAGE.most)
      return refuse(400, 'limit_invalid', 'limit is from 1 to 100.');
    const [from, to] = [instantIn(query, 'from'), instantIn(query, 'to')];
    if (Number.isNaN(from) || Number.isNaN(to))
      return refuse(400, 'window_invalid', 'from and to are instants.');
    const tenant = query.get('tenant');
    const listed = newestFirst(shelf.all('operation')).filter(
      (entry) => entry.tenant === undefined || tenant === null || entry.tenant === tenant,
    );
    const after = query.get('after');
    const begin = after === null ? 0 : listed.findIndex(({ reference }) => reference === after) + 1;
    if (after !== null && begin === 0)
      return refuse(404, 'entry_not_found', 'There is no such entry to begin after.');
    // What says no instant is shown in every window: a listing that hides what it cannot place is no listing.
    const isIn = (at: number) => Number.isNaN(at) || (at >= from && at < to);
    const rest = listed.slice(begin).filter(({ createdAt }) => isIn(Date.parse(String(createdAt))));
    return json(200, {
      entries: rest.slice(0, limit).map(entryOf).map(asItIs),
      hasMore: rest.length > limit,
    });
  });
}

function instantIn(query: URLSearchParams, name: 'from' | 'to'): number {
  const said = query.get(name);
  if (said === null) return name === 'from' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return Date.parse(said);
}

/** By the time it came to be; of two at the same time, the one that was kept later comes first. */
function newestFirst(kept: readonly Body[]): readonly Body[] {
  const at = ({ createdAt }: Body) => Date.parse(String(createdAt)) || 0;
  return [...kept].reverse().sort((a, b) => at(b) - at(a));
}

const entryOf = ({ id: _id, version: _version, callId: _call, ...entry }: Body): Body => entry;
