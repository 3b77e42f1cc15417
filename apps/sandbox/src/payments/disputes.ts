import { randomUUID } from 'node:crypto';
import type { Ledger } from '../ledger/database.js';
import type { Charge } from './charge.js';

/** What the customer's bank contests. */
export interface Dispute {
  id: string;
  charge: string;
  status: 'needs_response' | 'won' | 'lost';
  createdAt: number;
}

export interface Disputes {
  open(charge: string, createdAt: number): Dispute;
  /** Ends the newest one of the charge that is open. */
  close(charge: string, status: 'won' | 'lost'): Dispute | undefined;
}

/** Must be called inside a write transaction. */
export function openDisputes({ effects }: Ledger): Disputes {
  const insert = effects.prepare('INSERT INTO disputes (id, charge, status, created_at) VALUES (?, ?, ?, ?)');
  const update = effects.prepare('UPDATE disputes SET status = ? WHERE id = ?');
  const newest = effects.prepare(
    `SELECT * FROM disputes WHERE charge = ? AND status = 'needs_response' ORDER BY seq DESC LIMIT 1`,
  );
  return {
    open(charge, createdAt) {
      const id = `du_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
      insert.run(id, charge, 'needs_response', createdAt);
      return { id, charge, status: 'needs_response', createdAt };
    },
    close(charge, status) {
      const row = newest.get(charge);
      if (row === undefined) return undefined;
      update.run(status, String(row.id));
      return { id: String(row.id), charge, status, createdAt: Number(row.created_at) };
    },
  };
}

/** The dispute as Stripe shows it. */
export function disputeObject(dispute: Dispute, charge: Charge): Record<string, unknown> {
  return {
    id: dispute.id,
    object: 'dispute',
    amount: charge.amountMinor,
    charge: charge.id,
    created: Math.floor(dispute.createdAt / 1000),
    currency: charge.currency,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: null,
    reason: 'fraudulent',
    status: dispute.status,
  };
}
