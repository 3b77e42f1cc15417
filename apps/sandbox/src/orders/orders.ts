import type { Ledger } from '../ledger/database.js';
import type { Order } from './order.js';
import { seedOrders } from './seed-orders.js';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY, tenant TEXT NOT NULL, customer TEXT NOT NULL, record TEXT NOT NULL
  ) STRICT`;

/** The durable orders of every shop; ids are unique over all of them. */
export interface Orders {
  find(id: string): Order | undefined;
  ofCustomer(customerId: string, tenant: string | null): Order[];
  /** False when the id is taken. */
  create(order: Order): boolean;
  /** Merges and raises the version by one. */
  change(id: string, change: Partial<Order>): Order | undefined;
  reset(): void;
}

export function openOrders(ledger: Ledger, now: () => number): Orders {
  const { effects } = ledger;
  effects.exec(SCHEMA);
  const one = effects.prepare('SELECT record FROM orders WHERE id = ?');
  const some = effects.prepare(
    'SELECT record FROM orders WHERE customer = ? AND (? IS NULL OR tenant = ?) ORDER BY id',
  );
  const insert = effects.prepare(
    'INSERT INTO orders (id, tenant, customer, record) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const update = effects.prepare('UPDATE orders SET customer = ?, record = ? WHERE id = ?');

  const find = (id: string): Order | undefined => {
    const row = one.get(id);
    return row === undefined ? undefined : JSON.parse(String(row.record));
  };
  const create = (order: Order): boolean =>
    insert.run(order.id, order.tenant, order.customerId, JSON.stringify(order)).changes === 1;
  const reset = (): void =>
    ledger.inTransaction(() => {
      effects.exec('DELETE FROM orders');
      for (const order of seedOrders(now())) create(order);
    });
  if (effects.prepare('SELECT 1 FROM orders').get() === undefined) reset();

  return {
    find,
    create,
    reset,
    ofCustomer: (customerId, tenant) =>
      some.all(customerId, tenant, tenant).map((row) => JSON.parse(String(row.record))),
    change: (id, change) =>
      ledger.inTransaction(() => {
        const before = find(id);
        if (before === undefined) return undefined;
        const after = { ...before, ...change, version: before.version + 1 };
        update.run(after.customerId, JSON.stringify(after), id);
        return after;
      }),
  };
}
