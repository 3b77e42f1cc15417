import type { Ledger } from '../ledger/database.js';
import { openOnce } from '../ledger/once.js';
import { json, type Reply, refuse } from '../wire/reply.js';
import { type Call, param, type Route, route, withJson } from '../wire/router.js';
import type { Body, Shelf } from './shelf.js';

export interface Effect {
  readonly operationId: string;
  readonly call: Call;
  readonly body: Body;
  readonly shelf: Shelf;
  /** When it is done, in milliseconds since 1970. */
  readonly nowMs: number;
}

/** What a write came to: an effect to keep for ever, or a refusal in the server's words, which is not kept. */
export type Done = { readonly effect: Body } | Refused;

export interface Refused {
  readonly refused: Reply;
}

export function refused(status: number, code: string, message: string): Refused {
  return { refused: refuse(status, code, message) };
}

const OPERATION = /^[\w-]{1,255}$/;

export interface Kept {
  readonly ledger: Ledger;
  readonly shelf: Shelf;
  readonly now: () => number;
  /** Whether what was done is known again, now. Where it is not, a repeat is done again. */
  readonly remembers: () => boolean;
}

/**
 * A route that changes something: once an operation, with its parameters checked on a repeat. What was done is kept
 * under the operation, so that whoever lost the answer can ask for it.
 */
export function effectRoute(
  template: string,
  { ledger, shelf, now, remembers }: Kept,
  apply: (effect: Effect) => Done,
): Route {
  const once = openOnce(ledger, refuse);
  return route(
    'POST',
    template,
    withJson((call, body) => {
      const operationId = String(call.headers['operation-id'] ?? '');
      if (!OPERATION.test(operationId))
        return refuse(400, 'operation_missing', 'Say which operation this is, in the header operation-id.');
      const parameters = JSON.stringify([call.params, sorted(body)]);
      call.note({ key: operationId, operationId });
      const work = () => applied({ operationId, call, body, shelf, nowMs: now() }, apply);
      if (!remembers()) return ledger.inTransaction(() => work().reply);
      return once({ operationId, parameters, work });
    }),
  );
}

function applied(effect: Effect, apply: (effect: Effect) => Done) {
  const done = apply(effect);
  if ('refused' in done) return { reply: done.refused, keep: false };
  const { operationId, call, shelf } = effect;
  const kept = shelf.put('operation', unused(shelf, operationId), {
    ...done.effect,
    ...{ operationId, callId: call.id },
  });
  const { id: _id, version: _version, callId: _call, ...answer } = kept;
  call.note({ effect: String(answer.reference) });
  return { reply: json(200, answer), keep: true };
}

/** Done a second time, it is a second effect, and the ledger must show both. */
function unused(shelf: Shelf, operationId: string): string {
  const times = shelf.all('operation').filter((kept) => kept.operationId === operationId).length;
  return times === 0 ? operationId : `${operationId}/${times + 1}`;
}

/**
 * Whoever lost an answer asks here. An operation that was never taken is not found, for ever; a system that remembers
 * none says so.
 */
export function operationRoute(shelf: Shelf, remembers: () => boolean): Route {
  return route('GET', '/v1/operations/:id', (call) => {
    if (!remembers()) return refuse(404, 'operations_not_kept', 'No operation is remembered here.');
    const kept = shelf.find('operation', param(call, 'id'));
    if (kept === undefined) return refuse(404, 'operation_not_found', 'This operation was never taken.');
    const { id: _id, version: _version, callId: _call, ...answer } = kept;
    return json(200, answer);
  });
}

function sorted(body: Body): Body {
  return Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)));
}
