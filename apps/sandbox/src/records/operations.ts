import type { Ledger } from '../ledger/database.js';
import { openOnce } from '../ledger/once.js';
import { json, type Reply, refuse } from '../wire/reply.js';
import { type Call, param, type Route, route, withJson } from '../wire/router.js';
import type { Body, Shelf } from './shelf.js';

export interface Effect {
  readonly operationId: string;
  readonly call: Call;
  readonly body: Body;
}

/** What a write came to: an effect to keep for ever, or a refusal in the server's words, which is not kept. */
export type Done = { readonly effect: Body } | { readonly refused: Reply };

const OPERATION = /^[\w-]{1,255}$/;

/**
 * A route that changes something: once an operation, with its parameters checked on a repeat. What was done is kept
 * under the operation, so that whoever lost the answer can ask for it.
 */
export function effectRoute(
  template: string,
  { ledger, shelf }: { readonly ledger: Ledger; readonly shelf: Shelf },
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
      return once({
        operationId,
        parameters,
        work: () => applied(shelf, { operationId, call, body }, apply),
      });
    }),
  );
}

function applied(shelf: Shelf, effect: Effect, apply: (effect: Effect) => Done) {
  const done = apply(effect);
  if ('refused' in done) return { reply: done.refused, keep: false };
  const { operationId, call } = effect;
  const kept = shelf.put('operation', operationId, { ...done.effect, operationId, callId: call.id });
  const { id: _id, version: _version, callId: _call, ...answer } = kept;
  call.note({ effect: String(answer.reference) });
  return { reply: json(200, answer), keep: true };
}

/** Whoever lost an answer asks here. An operation that was never taken is not found, for ever. */
export function operationRoute(shelf: Shelf): Route {
  return route('GET', '/v1/operations/:id', (call) => {
    const kept = shelf.find('operation', param(call, 'id'));
    if (kept === undefined) return refuse(404, 'operation_not_found', 'This operation was never taken.');
    const { id: _id, version: _version, callId: _call, ...answer } = kept;
    return json(200, answer);
  });
}

function sorted(body: Body): Body {
  return Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)));
}
