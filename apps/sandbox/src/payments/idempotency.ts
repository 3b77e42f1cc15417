import type { Ledger } from '../ledger/database.js';
import type { Reply } from '../wire/reply.js';
import { requestId, stripeError } from './stripe-error.js';

const KEY_LIFE_MS = 24 * 3_600_000;

export interface KeyedRequest {
  key: string;
  /** Endpoint and parameters in one fixed order. */
  request: string;
  /** Awaited after the key is claimed and before the work. */
  hold: () => Promise<void>;
  /** Runs in the transaction that stores its answer. `keep: false` forgets the key again. */
  work: () => { reply: Reply; keep: boolean };
}

/**
 * At most one run of the work a key, for 24 hours by the sandbox's clock. The key is claimed by a unique
 * insert in the transaction of the effect, so answer and effect are on disk together or not at all.
 */
export function openIdempotency(ledger: Ledger, now: () => number) {
  const { effects } = ledger;
  const stored = effects.prepare('SELECT * FROM idempotency_keys WHERE key = ?');
  const claim = effects.prepare(
    'INSERT INTO idempotency_keys (key, request, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const complete = effects.prepare(
    'UPDATE idempotency_keys SET status = ?, body = ?, request_id = ? WHERE key = ?',
  );
  const forget = effects.prepare('DELETE FROM idempotency_keys WHERE key = ?');
  const forgetOld = effects.prepare('DELETE FROM idempotency_keys WHERE key = ? AND created_at <= ?');
  // Requests waiting between claim and work. A crash forgets them, which is right: nothing was applied.
  const inProgress = new Map<string, string>();

  const answerFor = (key: string, request: string): Reply | undefined => {
    const row = stored.get(key);
    if (row === undefined) return undefined;
    return row.request === request ? replay(key, row) : otherParameters(key);
  };

  const run = ({ key, request, work }: KeyedRequest): Reply =>
    ledger.inTransaction(() => {
      if (claim.run(key, request, now()).changes === 0) {
        return answerFor(key, request) ?? inUse();
      }
      const { reply, keep } = work();
      const id = reply.headers['request-id'] ?? requestId();
      if (keep) complete.run(reply.status, reply.text, id, key);
      else forget.run(key);
      return { ...reply, headers: { ...reply.headers, 'idempotency-key': key, 'request-id': id } };
    });

  return async function once(keyed: KeyedRequest): Promise<Reply> {
    const { key, request } = keyed;
    forgetOld.run(key, now() - KEY_LIFE_MS);
    const known = answerFor(key, request);
    if (known !== undefined) return known;
    const running = inProgress.get(key);
    if (running !== undefined) return running === request ? inUse() : otherParameters(key);
    inProgress.set(key, request);
    try {
      await keyed.hold();
      return run(keyed);
    } finally {
      inProgress.delete(key);
    }
  };
}

function replay(key: string, row: Record<string, unknown>): Reply {
  const original = String(row.request_id);
  const about = { 'idempotency-key': key, 'original-request': original, 'request-id': original };
  return {
    status: Number(row.status),
    headers: { 'content-type': 'application/json', ...about, 'idempotent-replayed': 'true' },
    text: String(row.body),
  };
}

function otherParameters(key: string): Reply {
  const message =
    'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
    `Try using a key other than '${key}' if you meant to execute a different request.`;
  return stripeError({ status: 400, type: 'idempotency_error', message });
}

function inUse(): Reply {
  const message =
    'There is currently another in-progress request using this Idempotency Key. Please try again later.';
  return stripeError({ status: 409, type: 'invalid_request_error', code: 'idempotency_key_in_use', message });
}
