import type { FastifyRequest } from 'fastify';
import { problem } from '../problem/problem-codes.js';

/**
 * From where a reader goes on: `Last-Event-ID` as a browser sends it again by itself, else `?after=`, else 0.
 * Both name the version of the last event the reader has.
 */
export function placeOf({ headers, query }: Pick<FastifyRequest, 'headers' | 'query'>): number {
  const lastEventId = headers['last-event-id'];
  const given = lastEventId ?? (query as { after?: unknown } | undefined)?.after;
  if (given === undefined || given === '') return 0;
  if (typeof given === 'string' && /^\d{1,9}$/.test(given)) return Number(given);
  const field = lastEventId === undefined ? 'after' : 'Last-Event-ID';
  throw problem('cursor_invalid', `${field} must be the id of an event of this stream.`, {
    errors: [{ field, reason: 'must be a whole number, 0 or above' }],
  });
}
