import { textOrNull } from '../ledger/calls.js';
import type { Ledger } from '../ledger/database.js';
import type { Charge } from './charge.js';

export type ChargeChange = Partial<Pick<Charge, 'disputed' | 'refundStatus'>>;

export interface Charges {
  find(id: string): Charge | undefined;
  /** False when the id is taken. */
  create(charge: Charge): boolean;
  change(
    id: string,
    change: { disputed?: boolean; refundStatus?: Charge['refundStatus'] },
  ): Charge | undefined;
  /** Adds to what has been refunded; negative when a refund failed. Fails below zero or above the captured. */
  addRefunded(id: string, amountMinor: number): void;
}

/** Must be called inside a write transaction wherever it changes something. */
export function openCharges({ effects }: Ledger): Charges {
  const one = effects.prepare('SELECT * FROM charges WHERE id = ?');
  const insert = effects.prepare(
    `INSERT INTO charges (id, tenant, order_id, amount, refunded, currency, created_at, disputed, refund_status)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
  );
  const update = effects.prepare('UPDATE charges SET disputed = ?, refund_status = ? WHERE id = ?');
  const add = effects.prepare('UPDATE charges SET refunded = refunded + ? WHERE id = ?');
  const find = (id: string): Charge | undefined => {
    const row = one.get(id);
    if (row === undefined) return undefined;
    return {
      id,
      tenant: String(row.tenant),
      orderId: textOrNull(row.order_id),
      amountMinor: Number(row.amount),
      refundedMinor: Number(row.refunded),
      currency: String(row.currency),
      createdAt: Number(row.created_at),
      disputed: row.disputed === 1,
      refundStatus: row.refund_status === 'pending' ? 'pending' : 'succeeded',
    };
  };
  return {
    find,
    create(charge) {
      const { id, tenant, orderId, amountMinor, refundedMinor, currency, createdAt } = charge;
      const state = [charge.disputed ? 1 : 0, charge.refundStatus] as const;
      const done = insert.run(id, tenant, orderId, amountMinor, refundedMinor, currency, createdAt, ...state);
      return done.changes === 1;
    },
    change(id, change) {
      const charge = find(id);
      if (charge === undefined) return undefined;
      const after = { ...charge, ...change };
      update.run(after.disputed ? 1 : 0, after.refundStatus, id);
      return after;
    },
    addRefunded: (id, amountMinor) => void add.run(amountMinor, id),
  };
}
