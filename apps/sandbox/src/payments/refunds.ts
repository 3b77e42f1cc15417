import { randomUUID } from 'node:crypto';
import { numberOrNull, textOrNull } from '../ledger/calls.js';
import type { Ledger } from '../ledger/database.js';
import type { Refund } from './charge.js';

/** Where a refund came from: our API, or somebody at the shop doing it elsewhere. */
export type Channel = 'api' | 'other';

export interface RecordedRefund extends Refund {
  key: string | null;
  callId: number | null;
  channel: Channel;
}

export type NewRefund = Omit<RecordedRefund, 'id' | 'failureReason'>;

export interface RefundPage {
  charge: string | null;
  limit: number;
  /** The id after which the page starts; newest first. */
  startingAfter: string | null;
  /** Milliseconds since the epoch: from this instant on, and before that one. */
  createdFrom: number | null;
  createdBefore: number | null;
}

export interface Refunds {
  add(refund: NewRefund): Refund;
  find(id: string): Refund | undefined;
  page(page: RefundPage): { refunds: Refund[]; hasMore: boolean };
  setStatus(id: string, status: Refund['status'], failureReason: string | null): void;
  setAmount(id: string, amountMinor: number): void;
  /** A word in place of its status that no client was ever told of; what it stands for stays as it is. */
  setWord(id: string, word: string): void;
  /** Oldest first: this is the record of effects. */
  all(): RecordedRefund[];
}

export function openRefunds({ effects }: Ledger): Refunds {
  const insert = effects.prepare(
    `INSERT INTO refunds (id, charge, amount, currency, status, reason, metadata, created_at, key, call_id, channel)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const one = effects.prepare('SELECT * FROM refunds WHERE id = ?');
  const some = effects.prepare(
    `SELECT * FROM refunds WHERE (:charge IS NULL OR charge = :charge)
       AND (:after IS NULL OR seq < (SELECT seq FROM refunds WHERE id = :after))
       AND (:from IS NULL OR created_at >= :from) AND (:before IS NULL OR created_at < :before)
     ORDER BY seq DESC LIMIT :limit`,
  );
  const update = effects.prepare('UPDATE refunds SET status = ?, failure_reason = ? WHERE id = ?');
  const amount = effects.prepare('UPDATE refunds SET amount = ? WHERE id = ?');
  const every = effects.prepare('SELECT * FROM refunds ORDER BY seq');
  return {
    add(refund) {
      const id = `re_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
      const { charge, amountMinor, currency, status, reason, metadata, createdAt, key, callId, channel } =
        refund;
      const about = [status, reason, JSON.stringify(metadata), createdAt] as const;
      insert.run(id, charge, amountMinor, currency, ...about, key, callId, channel);
      return { ...refund, id, failureReason: null };
    },
    find(id) {
      const row = one.get(id);
      return row === undefined ? undefined : toRefund(row);
    },
    page({ charge, limit, startingAfter, createdFrom, createdBefore }) {
      const window = { from: createdFrom, before: createdBefore };
      const rows = some.all({ charge, after: startingAfter, limit: limit + 1, ...window }).map(toRefund);
      return { refunds: rows.slice(0, limit), hasMore: rows.length > limit };
    },
    setStatus: (id, status, failureReason) => void update.run(status, failureReason, id),
    setWord: (id, word) => void update.run(word, null, id),
    setAmount: (id, amountMinor) => void amount.run(amountMinor, id),
    all: () => every.all().map(toRefund),
  };
}

function toRefund(row: Record<string, unknown>): RecordedRefund {
  return {
    id: String(row.id),
    charge: String(row.charge),
    amountMinor: Number(row.amount),
    currency: String(row.currency),
    ...statusOf(String(row.status)),
    failureReason: textOrNull(row.failure_reason),
    reason: textOrNull(row.reason),
    metadata: JSON.parse(String(row.metadata)),
    createdAt: Number(row.created_at),
    key: textOrNull(row.key),
    callId: numberOrNull(row.call_id),
    channel: row.channel === 'api' ? 'api' : 'other',
  };
}

function statusOf(said: string): Pick<Refund, 'status' | 'word'> {
  return said === 'failed' || said === 'pending' || said === 'succeeded'
    ? { status: said }
    : { status: 'succeeded', word: said };
}
