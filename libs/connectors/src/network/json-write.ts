import type { JsonObject, OperationId } from '@countersign/domain';
import { currentTraceparent } from '@countersign/telemetry';
import type { ExecutionResult } from '../result/execution-result.js';
import type { Connection } from './connection.js';
import { connectionFailure } from './failure.js';
import { retryAfterOf } from './retry-after.js';
import { type Fields, fieldsOf } from './shape.js';

export interface JsonEffect<Receipt> {
  readonly path: string;
  /** The same in every attempt, process and machine; the target's own key for at most once. */
  readonly operationId: OperationId;
  /** Nothing volatile: no time, attempt, trace or worker. */
  readonly body: JsonObject;
  /** Nothing is sent from this instant on. */
  readonly sendBefore: string;
  /** The receipt of exactly this effect; undefined when the answer is about anything else. */
  readonly receipt: (body: Fields) => Receipt | undefined;
}

/** Sends one effect at most once, and says which of four things came of it. Never throws for what the system does. */
export async function sendJson<Receipt>(
  connection: Connection,
  effect: JsonEffect<Receipt>,
): Promise<ExecutionResult<Receipt>> {
  // `!(… < …)`, so that an unreadable instant never lets a request out.
  if (!(connection.now() < Date.parse(effect.sendBefore)))
    return { class: 'transient', code: 'send_window_over' };
  let response: Response;
  let text: string;
  try {
    response = await connection.fetch(`${connection.baseUrl}${effect.path}`, requestOf(connection, effect));
    text = await response.text();
  } catch (error) {
    const code = connectionFailure(error);
    return code === 'unreachable' ? { class: 'transient', code } : { class: 'unknown', code };
  }
  const body = parsed(text);
  if (!response.ok) return refusalOf(response, fieldsOf(body?.error), connection.now());
  const receipt = body === undefined ? undefined : effect.receipt(body);
  if (receipt !== undefined) return { class: 'succeeded', receipt };
  return { class: 'unknown', code: body === undefined ? 'wrong_body' : 'receipt_differs' };
}

function requestOf({ key, timeoutMs }: Connection, { operationId, body }: JsonEffect<unknown>): RequestInit {
  const traceparent = currentTraceparent();
  return {
    method: 'POST',
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'operation-id': operationId,
      ...(traceparent === undefined ? {} : { traceparent }),
    },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  };
}

/**
 * Something may have happened unless the target itself says that it has not, in its own words. From a proxy nobody
 * knows how far the request had come, so any other refusal is unknown.
 */
function refusalOf(
  { status, headers }: Response,
  error: Fields | undefined,
  nowMs: number,
): Exclude<ExecutionResult<never>, { class: 'succeeded' }> {
  const said = typeof error?.code === 'string' && /^[a-z][a-z0-9_]{0,63}$/.test(error.code) ? error.code : '';
  if (said === '') return { class: 'unknown', code: status >= 500 ? 'server_error' : 'wrong_body' };
  const wait = retryAfterOf(headers.get('retry-after'), nowMs);
  if (status === 429) return { class: 'transient', code: 'rate_limited', ...wait };
  if (status === 503) return { class: 'transient', code: 'unavailable', ...wait };
  if (status >= 500) return { class: 'unknown', code: 'server_error' };
  // It gave up waiting for the rest of a request, or an earlier one of this operation runs there now.
  if (status === 408) return { class: 'unknown', code: 'timeout' };
  if (status === 409 && said.endsWith('_in_progress'))
    return { class: 'unknown', code: 'already_in_progress' };
  const code = said === 'operation_differs' ? 'idempotency_parameters_differ' : said;
  const message = typeof error?.message === 'string' ? error.message : '';
  return { class: 'rejected', code, message: message.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 300) };
}

function parsed(text: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}
