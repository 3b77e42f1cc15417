import {
  type Done,
  type Effect,
  effectRoute,
  found,
  type Ledger,
  openCalls,
  openShelf,
  operationRoute,
  param,
  type Route,
  refuse,
  route,
  type Shelf,
  type System,
  shelfAdmin,
  withKey,
} from '@countersign/sandbox/kit';
import { supportSeed } from './seed.js';

interface Keys {
  readonly read: string;
  readonly write: string;
  readonly now: () => number;
}

/** Support cases, what is known of incidents, and replies that wait to be sent. */
export function supportSystem(ledger: Ledger, { read, write, now }: Keys): System {
  const shelf = openShelf(ledger, () => supportSeed(now()));
  const writing = [
    effectRoute('/v1/cases/:id/updates', { ledger, shelf }, (effect) => update(shelf, effect, now())),
    effectRoute('/v1/cases/:id/replies', { ledger, shelf }, (effect) => draftReply(shelf, effect, now())),
  ];
  return {
    name: 'support',
    refuse,
    calls: openCalls(ledger.calls),
    effects: () =>
      shelf.all('operation').map(({ id: _id, version: _version, callId: _call, ...effect }) => effect),
    reset: () => {
      shelf.reset();
      ledger.effects.exec('DELETE FROM operations');
    },
    close: () => ledger.close(),
    routes: [
      ...reading(shelf).map((each) => ({ ...each, handle: withKey([read, write], each.handle) })),
      ...writing.map((each) => ({ ...each, handle: withKey(write, each.handle) })),
    ],
    adminRoutes: shelfAdmin(shelf, { cases: 'case', incidents: 'incident' }),
  };
}

function reading(shelf: Shelf): Route[] {
  return [
    route('GET', '/v1/cases/:id', (call) => found(shelf.find('case', param(call, 'id')), 'case')),
    route('GET', '/v1/incidents/:id', (call) => found(shelf.find('incident', param(call, 'id')), 'incident')),
    operationRoute(shelf),
  ];
}

function update(shelf: Shelf, { body, call }: Effect, nowMs: number): Done {
  const id = param(call, 'id');
  const before = shelf.find('case', id);
  if (before === undefined) return { refused: refuse(404, 'case_not_found', 'There is no such case.') };
  const { status, creditId } = body;
  if (status !== 'credited') return { refused: refuse(422, 'status_invalid', 'No such status.') };
  shelf.change('case', id, { status, creditId });
  const reference = `up_${id}_${Number(before.version) + 1}`;
  return { effect: { kind: 'update', reference, caseId: id, status, creditId, createdAt: at(nowMs) } };
}

function draftReply(shelf: Shelf, { operationId, body, call }: Effect, nowMs: number): Done {
  const id = param(call, 'id');
  if (shelf.find('case', id) === undefined)
    return { refused: refuse(404, 'case_not_found', 'There is no such case.') };
  const { text } = body;
  if (typeof text !== 'string' || text === '') return { refused: refuse(422, 'text_missing', 'No text.') };
  const reference = `rp_${id}_${operationId.slice(0, 8)}`;
  return { effect: { kind: 'reply', reference, caseId: id, text, createdAt: at(nowMs) } };
}

const at = (ms: number) => new Date(ms).toISOString();
