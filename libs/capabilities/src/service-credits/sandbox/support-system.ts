import { type Done, type Effect, param, recordRoute, recordSystem, refused } from '@countersign/sandbox/kit';
import { supportSeed } from './seed.js';

/** Support cases, what is known of incidents, and replies that wait to be sent. */
export const support = recordSystem({
  name: 'support',
  note: 'support cases, incident reports, replies; case 118 is an outage',
  seed: supportSeed,
  reading: (shelf) => [recordRoute(shelf, 'cases', 'case'), recordRoute(shelf, 'incidents', 'incident')],
  writing: { '/v1/cases/:id/updates': update, '/v1/cases/:id/replies': draftReply },
  admin: { cases: 'case', incidents: 'incident' },
});

function update({ body, call, shelf, nowMs }: Effect): Done {
  const id = param(call, 'id');
  const before = shelf.find('case', id);
  if (before === undefined) return refused(404, 'case_not_found', 'There is no such case.');
  const { status, creditId } = body;
  if (status !== 'credited') return refused(422, 'status_invalid', 'No such status.');
  shelf.change('case', id, { status, creditId });
  const reference = `up_${id}_${Number(before.version) + 1}`;
  const { tenant } = before;
  return {
    effect: { kind: 'update', reference, caseId: id, tenant, status, creditId, createdAt: at(nowMs) },
  };
}

function draftReply({ operationId, body, call, shelf, nowMs }: Effect): Done {
  const id = param(call, 'id');
  const supportCase = shelf.find('case', id);
  if (supportCase === undefined) return refused(404, 'case_not_found', 'There is no such case.');
  const { text } = body;
  if (typeof text !== 'string' || text === '') return refused(422, 'text_missing', 'No text.');
  const reference = `rp_${id}_${operationId.slice(0, 8)}`;
  const { tenant } = supportCase;
  return { effect: { kind: 'reply', reference, caseId: id, tenant, text, createdAt: at(nowMs) } };
}

const at = (ms: number) => new Date(ms).toISOString();
