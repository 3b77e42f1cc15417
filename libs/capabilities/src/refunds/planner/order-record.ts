import type { Json } from '@countersign/planning';
import { isObject } from '@countersign/planning/rules';

export interface OrderLine {
  lineId: string;
  title: string;
  quantity: number;
  /** Integer minor units of the order's currency. */
  unitPriceMinor: number;
}

export interface OrderRecord {
  id: string;
  currency: string;
  status: string;
  deliveredAt?: string;
  version: string;
  chargeId?: string;
  lines: OrderLine[];
}

/** The record as a tool returned it, or undefined when any part it would be decided on does not read. */
export function readOrderRecord(data: Json | undefined): OrderRecord | undefined {
  if (!isObject(data)) return undefined;
  const { id, currency, status, deliveredAt, version, chargeId, lines } = data;
  if (typeof id !== 'string' || typeof currency !== 'string' || typeof status !== 'string') return undefined;
  if (typeof version !== 'string' && typeof version !== 'number') return undefined;
  if (!Array.isArray(lines) || lines.length === 0) return undefined;
  const read = lines.map(readLine).filter((line) => line !== undefined);
  if (read.length !== lines.length) return undefined;
  const delivered = typeof deliveredAt === 'string' && !Number.isNaN(Date.parse(deliveredAt));
  return {
    id,
    currency,
    status,
    version: String(version),
    lines: read,
    ...(delivered ? { deliveredAt } : {}),
    ...(typeof chargeId === 'string' ? { chargeId } : {}),
  };
}

/** Sum of the wanted lines in minor units; undefined when it is not a positive exact integer. */
export function amountOf(
  order: OrderRecord,
  wanted: { lineId: string; quantity: number }[],
): number | undefined {
  const parts = wanted.map(({ lineId, quantity }) => {
    const line = order.lines.find((candidate) => candidate.lineId === lineId);
    return line === undefined ? Number.NaN : line.unitPriceMinor * quantity;
  });
  const total = parts.reduce((sum, part) => sum + part, 0);
  return Number.isSafeInteger(total) && total > 0 ? total : undefined;
}

function readLine(line: Json): OrderLine | undefined {
  if (!isObject(line)) return undefined;
  const { lineId, title, quantity, unitPriceMinor } = line;
  const id = typeof lineId === 'number' ? String(lineId) : lineId;
  if (typeof id !== 'string' || typeof title !== 'string') return undefined;
  if (!isWhole(quantity) || quantity < 1 || !isWhole(unitPriceMinor) || unitPriceMinor < 0) return undefined;
  return { lineId: id, title, quantity, unitPriceMinor };
}

function isWhole(value: Json | undefined): value is number {
  return Number.isSafeInteger(value);
}
