import { Stripe } from 'stripe';
import type { Connection } from '../network/connection.js';
import { type ConnectionFailure, connectionFailure } from '../network/failure.js';
import { retryAfterOf } from '../network/retry-after.js';
import { type Fields, fieldsOf } from '../network/shape.js';

/** What came back for one request, before anybody decides what it means. */
export type StripeReply =
  | { readonly kind: 'body'; readonly body: Fields }
  /** The provider's own error object. */
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly type: string;
      readonly code?: string;
      readonly message: string;
      readonly retryAfterMs?: number;
    }
  /** Something answered, but not in the provider's words: a proxy's page, an empty 500, half a body. */
  | { readonly kind: 'foreign'; readonly status: number }
  | { readonly kind: 'failed'; readonly failure: ConnectionFailure };

/** Written down, not taken from the SDK: an upgrade of the library must not change what the provider answers. */
const API_VERSION = '2026-10-28.endive';

/** What the wrapped fetch saw, because the SDK hides the status of an answer that is not JSON. */
interface Seen {
  isSent?: boolean;
  status?: number;
  retryAfter?: string | null;
  failure?: ConnectionFailure;
}

/** A client of the SDK, and what its request of the moment saw. */
interface Client {
  readonly stripe: Stripe;
  seen: Seen;
}

/** Clients that wait for their next request, by the connection they were made for. */
const idle = new WeakMap<Connection, Client[]>();

/**
 * Sends exactly one request through the SDK.
 * The SDK sends a request again after `ECONNRESET` or `EPIPE`, whatever `maxNetworkRetries` says; those codes
 * can come after the effect. So it gets a fetch that sends once and whose errors have no code, and a client has
 * one request at a time, which keeps what was seen from mixing between requests. A client is used again only
 * after an answer that was read whole; making one costs more than a request (100 µs).
 */
export async function stripeRequest(
  connection: Connection,
  use: (stripe: Stripe) => Promise<unknown>,
): Promise<StripeReply> {
  const waiting = idle.get(connection) ?? [];
  idle.set(connection, waiting);
  const client = waiting.pop() ?? clientOf(connection);
  const seen: Seen = {};
  client.seen = seen;
  try {
    const body = fieldsOf(await withoutStack(() => use(client.stripe)));
    waiting.push(client);
    return body === undefined ? { kind: 'foreign', status: seen.status ?? 0 } : { kind: 'body', body };
  } catch (error) {
    return replyOf(error, seen, connection.now());
  }
}

/** The SDK writes down who called it, for errors that never leave this file: 50 µs a request. */
function withoutStack<T>(begin: () => T): T {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return begin();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

function clientOf(connection: Connection): Client {
  const { baseUrl, key, timeoutMs } = connection;
  const { protocol, hostname, port } = new URL(baseUrl);
  const stripe = new Stripe(key, {
    apiVersion: API_VERSION,
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port === '' ? (protocol === 'http:' ? 80 : 443) : port,
    httpClient: Stripe.createFetchHttpClient(fetchOnce(connection, () => client.seen)),
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
  });
  const client: Client = { stripe, seen: {} };
  return client;
}

function fetchOnce({ fetch }: Connection, seenNow: () => Seen): typeof globalThis.fetch {
  return async (input, init) => {
    // Kept for as long as this one takes, whatever its client does next.
    const seen = seenNow();
    if (seen.isSent === true) throw new Error('a second request was refused');
    seen.isSent = true;
    try {
      // A redirect would send the request to somebody else, and a 307 would send a write twice.
      const response = await fetch(String(input), { ...init, redirect: 'manual' });
      seen.status = response.status;
      seen.retryAfter = response.headers.get('retry-after');
      return response;
    } catch (error) {
      seen.failure = connectionFailure(error);
      throw new Error('the request failed', { cause: error });
    }
  };
}

function replyOf(error: unknown, seen: Seen, nowMs: number): StripeReply {
  const { type, rawType, code, message, statusCode, detail } = fieldsOf(error) ?? {};
  if (seen.failure !== undefined) return { kind: 'failed', failure: seen.failure };
  // Nothing was sent and nothing failed on the way: a bug of ours or of the SDK, not an answer.
  if (seen.status === undefined) throw error;
  if (type === 'StripeConnectionError') return { kind: 'failed', failure: connectionFailure(detail) };
  if (typeof rawType !== 'string' || typeof statusCode !== 'number' || statusCode < 400) {
    return { kind: 'foreign', status: seen.status };
  }
  return {
    kind: 'error',
    status: statusCode,
    type: rawType,
    message: typeof message === 'string' ? message : '',
    ...(typeof code === 'string' ? { code } : {}),
    ...retryAfterOf(seen.retryAfter, nowMs),
  };
}
