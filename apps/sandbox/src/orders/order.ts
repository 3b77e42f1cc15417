const ORDER_STATUSES = ['processing', 'shipped', 'delivered', 'cancelled'] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

export interface OrderLine {
  lineId: string;
  sku: string;
  title: string;
  quantity: number;
  unitPriceMinor: number;
}

/** The shop's own record of an order. Amounts are in minor units of `currency` (ISO 4217). */
export interface Order {
  id: string;
  tenant: string;
  customerId: string;
  currency: string;
  status: OrderStatus;
  placedAt: string;
  deliveredAt: string | null;
  lines: OrderLine[];
  totalMinor: number;
  shippingMinor: number;
  chargeId: string;
  /** Goes up by one with every change, and never otherwise. */
  version: number;
  notes: string[];
}

const CHANGEABLE = {
  customerId: isText,
  currency: isText,
  status: (value: unknown) => ORDER_STATUSES.some((status) => status === value),
  placedAt: isText,
  deliveredAt: (value: unknown) => value === null || isText(value),
  lines: (value: unknown) => Array.isArray(value) && value.every(isLine),
  totalMinor: isMinor,
  shippingMinor: isMinor,
  chargeId: isText,
  notes: (value: unknown) => Array.isArray(value) && value.every(isText),
};

/** The first field of a change that an order has not, or that has a wrong value. */
export function problemInChange(change: Record<string, unknown>): string | undefined {
  for (const [field, value] of Object.entries(change)) {
    const fits = Object.entries(CHANGEABLE).find(([name]) => name === field)?.[1];
    if (fits === undefined) return `${field} cannot be set.`;
    if (!fits(value)) return `${field} has a wrong value.`;
  }
  return undefined;
}

function isLine(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const line = new Map(Object.entries(value));
  const texts = ['lineId', 'sku', 'title'].every((field) => isText(line.get(field)));
  return texts && isMinor(line.get('quantity')) && isMinor(line.get('unitPriceMinor'));
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isMinor(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
