import { exponentOf } from '@countersign/domain';
import { type Fields, fieldsOf, isCount, isInstant, isText, listOf } from '../network/shape.js';

export type OrderStatus = 'processing' | 'shipped' | 'delivered' | 'cancelled';

export interface OrderLine {
  readonly lineId: string;
  readonly sku: string;
  readonly title: string;
  readonly quantity: number;
  readonly unitPriceMinor: number;
}

/** An order as the shop records it. Amounts are ISO 4217 minor units of `currency`. */
export interface OrderRecord {
  readonly id: string;
  readonly tenant: string;
  readonly customerId: string;
  readonly currency: string;
  readonly status: OrderStatus;
  readonly placedAt: string;
  readonly deliveredAt: string | null;
  readonly lines: readonly OrderLine[];
  readonly totalMinor: number;
  readonly shippingMinor: number;
  readonly chargeId: string;
  readonly version: number;
  /** Free text from outside: data for a reader, never an instruction (C84). */
  readonly notes: readonly string[];
}

/** Reads an order strictly: one wrong field makes the whole answer unusable, since money is computed from it. */
export function orderRecordOf(body: Fields): OrderRecord | undefined {
  const { id, tenant, customerId, currency, placedAt, totalMinor, shippingMinor, chargeId, version } = body;
  const { deliveredAt } = body;
  const status = statusOf(body.status);
  const lines = listOf(body.lines, lineOf);
  const notes = listOf(body.notes ?? [], (note) => (typeof note === 'string' ? note : undefined));
  if (!isText(id) || !isText(tenant) || !isText(customerId) || !isText(chargeId)) return undefined;
  if (!isText(currency) || exponentOf(currency) === undefined) return undefined;
  if (!isInstant(placedAt) || !(deliveredAt === null || isInstant(deliveredAt))) return undefined;
  if (!isCount(totalMinor) || !isCount(shippingMinor) || !isCount(version)) return undefined;
  if (status === undefined || lines === undefined || notes === undefined) return undefined;
  const about = { id, tenant, customerId, currency, status, placedAt, deliveredAt };
  return { ...about, lines, totalMinor, shippingMinor, chargeId, version, notes };
}

function lineOf(item: unknown): OrderLine | undefined {
  const { lineId, sku, title, quantity, unitPriceMinor } = fieldsOf(item) ?? {};
  if (!isText(lineId) || !isText(sku) || !isText(title)) return undefined;
  if (!isCount(quantity) || !isCount(unitPriceMinor)) return undefined;
  return { lineId, sku, title, quantity, unitPriceMinor };
}

function statusOf(value: unknown): OrderStatus | undefined {
  const known: readonly OrderStatus[] = ['processing', 'shipped', 'delivered', 'cancelled'];
  return known.find((status) => status === value);
}
