import { currentTraceparent } from '@countersign/telemetry';
import type { NoAnswer, ReadResult } from '../result/read-result.js';
import type { Connection } from './connection.js';
import { connectionFailure } from './failure.js';
import { repeatRead } from './repeat-read.js';
import { retryAfterOf } from './retry-after.js';
import { type Fields, fieldsOf } from './shape.js';

export interface JsonQuestion<T> {
  readonly system: string;
  /** Already encoded, with its query. */
  readonly path: string;
  /** The value and its version, or undefined when the body is not what this system answers. */
  readonly read: (body: Fields) => { readonly value: T; readonly version?: string } | undefined;
  /** The error code with which this system says that the thing does not exist. */
  readonly absentCode?: string;
}

/** Asks one JSON system one question, repeating within bounds. Never throws for what the system does. */
export function readJson<T>(connection: Connection, question: JsonQuestion<T>): Promise<ReadResult<T>> {
  return repeatRead(() => askOnce(connection, question), connection.random);
}

async function askOnce<T>(connection: Connection, question: JsonQuestion<T>): Promise<ReadResult<T>> {
  let response: Response;
  let text: string;
  try {
    response = await connection.fetch(`${connection.baseUrl.replace(/\/$/, '')}${question.path}`, {
      headers: headersOf(connection),
      redirect: 'error',
      signal: AbortSignal.timeout(connection.timeoutMs),
    });
    text = await response.text();
  } catch (error) {
    return { outcome: 'no_answer', code: connectionFailure(error) };
  }
  const body = parsed(text);
  if (response.status === 404 && question.absentCode !== undefined) {
    const said = fieldsOf(body?.error)?.code;
    return said === question.absentCode
      ? { outcome: 'not_found' }
      : { outcome: 'no_answer', code: 'wrong_body' };
  }
  if (!response.ok) return refusalOf(response, connection.now());
  const answer = body === undefined ? undefined : question.read(body);
  if (answer === undefined) return { outcome: 'no_answer', code: 'wrong_body' };
  const readAt = new Date(connection.now()).toISOString();
  return { outcome: 'found', ...answer, readAt, source: `${question.system} ${question.path}` };
}

/** The look-up joins the trace it is made in. */
function headersOf({ key }: Connection): Record<string, string> {
  const traceparent = currentTraceparent();
  const traced = traceparent === undefined ? {} : { traceparent };
  return { accept: 'application/json', authorization: `Bearer ${key}`, ...traced };
}

function refusalOf({ status, headers }: Response, nowMs: number): NoAnswer {
  const wait = retryAfterOf(headers.get('retry-after'), nowMs);
  if (status === 429) return { outcome: 'no_answer', code: 'rate_limited', ...wait };
  if (status === 401 || status === 403) return { outcome: 'no_answer', code: 'not_authorized' };
  if (status < 500) return { outcome: 'no_answer', code: 'refused' };
  return { outcome: 'no_answer', code: 'server_error', ...wait };
}

function parsed(text: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}
