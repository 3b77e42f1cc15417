import {
  type Done,
  type Effect,
  found,
  type Ledger,
  type OpenedWith,
  param,
  recordSystem,
  refuse,
  route,
  type Shelf,
  type System,
} from '@countersign/sandbox/kit';
import { supportSeed } from './seed.js';

/** Support cases, what is known of incidents, and replies that wait to be sent. */
export function supportSystem(ledger: Ledger, { keys, now }: OpenedWith): System {
  return recordSystem(ledger, {
    name: 'support',
    keys,
    seed: () => supportSeed(now()),
    reading: (shelf) => [
      route('GET', '/v1/cases/:id', (call) => found(shelf.find('case', param(call, 'id')), 'case')),
      route('GET', '/v1/incidents/:id', (call) =>
        found(shelf.find('incident', param(call, 'id')), 'incident'),
      ),
    ],
    writing: (shelf) => ({
      '/v1/cases/:id/updates': (effect) => update(shelf, effect, now()),
      '/v1/cases/:id/replies': (effect) => draftReply(shelf, effect, now()),
    }),
    admin: { cases: 'case', incidents: 'incident' },
  });
}

function update(shelf: Shelf, { body, call }: Effect, nowMs: number): Done {
  const id = param(call, 'id');
  const before = shelf.find('case', id);
  if (before === undefined) return { refused: refuse(404, 'case_not_found', 'There is no such case.') };
  const { status, creditId } = body;
  if (status !== 'credited') return { refused: refuse(422, 'status_invalid', 'No such status.') };
  shelf.change('case', id, { status, creditId });
  const reference = `up_${id}_${Number(before.version) + 1}`;
  const { tenant } = before;
  return {
    effect: { kind: 'update', reference, caseId: id, tenant, status, creditId, createdAt: at(nowMs) },
  };
}

function draftReply(shelf: Shelf, { operationId, body, call }: Effect, nowMs: number): Done {
  const id = param(call, 'id');
  const supportCase = shelf.find('case', id);
  if (supportCase === undefined) return { refused: refuse(404, 'case_not_found', 'There is no such case.') };
  const { text } = body;
  if (typeof text !== 'string' || text === '') return { refused: refuse(422, 'text_missing', 'No text.') };
  const reference = `rp_${id}_${operationId.slice(0, 8)}`;
  const { tenant } = supportCase;
  return { effect: { kind: 'reply', reference, caseId: id, tenant, text, createdAt: at(nowMs) } };
}

const at = (ms: number) => new Date(ms).toISOString();
