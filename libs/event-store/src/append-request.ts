import type { NewEvent } from '@countersign/contracts';
import { canonicalText } from './canonical-text.js';
import type { Append, TimerRequest } from './port.js';
import { StoreError } from './store-error.js';

/** Canonical bytes one event's data may take; the table holds the same limit. */
const DATA_BYTES_MAX = 2_097_152;

const NAMES = {
  tenant: /^[a-z0-9][a-z0-9_-]{0,62}$/,
  stream: /^[!-~]{1,200}$/,
  id: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  type: /^[A-Za-z][A-Za-z0-9.]{0,99}$/,
  key: /^[!-~]{1,300}$/,
  task: /^[!-~]{1,100}$/,
  currency: /^[A-Z]{3}$/,
  instant: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/,
};

/**
 * The wire text of one append, or a `StoreError` that names what is wrong with it. Checked here, before it is
 * sent, so that a caller's bug never reaches a batch with other callers' appends in it.
 */
export function appendRequestText(request: Append): string {
  check('tenant', request.tenant, 'tenant');
  check('stream', request.stream, 'stream');
  whole(request.expectedVersion, 0, 'expectedVersion');
  if (!Array.isArray(request.events) || request.events.length < 1 || request.events.length > 100) {
    throw invalid('events', 'must hold 1 to 100 events');
  }
  if (new Set(request.events.map(({ id }) => id)).size < request.events.length) {
    throw invalid('events', 'must not hold an id twice');
  }
  return JSON.stringify({
    tenant: request.tenant,
    stream: request.stream,
    expectedVersion: request.expectedVersion,
    events: request.events.map(eventFields),
    ...claimFields(request),
    ...timerFields(request),
    ...(request.notAfter === undefined ? {} : { notAfter: instant(request.notAfter, 'notAfter') }),
  });
}

function eventFields(event: NewEvent, index: number) {
  const path = `events[${index}]`;
  check('id', event.id, `${path}.id`);
  check('type', event.type, `${path}.type`);
  whole(event.schemaVersion, 1, `${path}.schemaVersion`);
  const data = objectText(event.data, `${path}.data`, DATA_BYTES_MAX);
  const metadata = objectText(event.metadata, `${path}.metadata`, 65_536);
  return { id: event.id, type: event.type, schemaVersion: event.schemaVersion, data, metadata };
}

function claimFields({ claims = [], releases = [] }: Append) {
  claims.forEach((claim, index) => {
    check('key', claim.key, `claims[${index}].key`);
    if ((claim.amountMinor === undefined) !== (claim.currency === undefined)) {
      throw invalid(`claims[${index}]`, 'must have both amountMinor and currency, or neither');
    }
    if (claim.amountMinor !== undefined) whole(claim.amountMinor, 0, `claims[${index}].amountMinor`);
    if (claim.currency !== undefined) check('currency', claim.currency, `claims[${index}].currency`);
  });
  for (const [index, key] of releases.entries()) check('key', key, `releases[${index}]`);
  return { ...(claims.length > 0 && { claims }), ...(releases.length > 0 && { releases }) };
}

function timerFields({ timers = [], timersCancelled = [] }: Append) {
  for (const [index, key] of timersCancelled.entries()) check('key', key, `timersCancelled[${index}]`);
  return {
    ...(timers.length > 0 && { timers: timers.map(timerField) }),
    ...(timersCancelled.length > 0 && { timersCancelled }),
  };
}

function timerField(timer: TimerRequest, index: number) {
  const path = `timers[${index}]`;
  check('task', timer.task, `${path}.task`);
  check('key', timer.key, `${path}.key`);
  const payload = objectText(timer.payload, `${path}.payload`, 65_536);
  if (typeof timer.dueAt === 'string') {
    return { task: timer.task, key: timer.key, payload, dueAt: instant(timer.dueAt, `${path}.dueAt`) };
  }
  whole(timer.dueAt.inMs, 0, `${path}.dueAt.inMs`);
  return { task: timer.task, key: timer.key, payload, inMs: timer.dueAt.inMs };
}

function objectText(value: unknown, path: string, bytesMax: number): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(path, 'must be a JSON object');
  }
  const text = canonicalText(value, path);
  if (Buffer.byteLength(text) > bytesMax) throw invalid(path, `is larger than ${bytesMax} bytes`);
  return text;
}

function instant(value: unknown, path: string): string {
  check('instant', value, path);
  if (Number.isNaN(Date.parse(value as string))) throw invalid(path, 'is not a date');
  return value as string;
}

function check(name: keyof typeof NAMES, value: unknown, path: string): void {
  if (typeof value !== 'string') throw invalid(path, 'must be text');
  if (!NAMES[name].test(value)) throw invalid(path, `must match ${NAMES[name].source}`);
}

function whole(value: unknown, atLeast: number, path: string): void {
  if (!Number.isSafeInteger(value) || (value as number) < atLeast) {
    throw invalid(path, `must be a whole number of at least ${atLeast}`);
  }
}

function invalid(path: string, what: string): StoreError {
  return new StoreError('invalid_append', `${path} ${what}`, { path });
}
