import type { Person } from '@countersign/domain';
import { generateSigningKey, privateKeyFrom, signCompact } from '@countersign/identity';

/** Names that only the fake network knows. */
const issuer = 'http://identity.test';
const audience = 'countersign';
const orders = 'http://orders.test';
const payments = 'http://payments.test';

/** What the outside world answers at the moment; tests change it. */
export interface OutsideState {
  orderVersion: number;
  refundedMinor: number;
  ordersDown: boolean;
  /** Runs when an order is read, before it is answered. */
  onOrderRead: () => Promise<void>;
}

/** Identity, orders and payments as one network: only what the service reads. */
export function outside() {
  const key = generateSigningKey();
  const state: OutsideState = {
    orderVersion: 3,
    refundedMinor: 0,
    ordersDown: false,
    onOrderRead: async () => undefined,
  };
  const seconds = () => Math.floor(Date.now() / 1_000);
  return {
    state,
    environment: {
      IDENTITY_ISSUER: issuer,
      IDENTITY_AUDIENCE: audience,
      IDENTITY_JWKS_URL: `${issuer}/jwks`,
      CAPABILITIES: 'refunds',
      ORDERS_URL: orders,
      ORDERS_KEY: 'orders-key-for-tests',
      PAYMENTS_URL: payments,
      PAYMENTS_READ_KEY: 'payments-key-for-tests',
    },
    fetch: (async (input: unknown) => answer(new URL(urlOf(input)), state, key.publicJwk)) as typeof fetch,
    /** A token of this person; `claims` replace its own, instants in seconds from now. */
    tokenOf(person: Person, claims: Record<string, unknown> = {}): string {
      const now = seconds();
      const { subject, name, kind, roles } = person;
      const own = {
        iss: issuer,
        aud: audience,
        sub: subject,
        name,
        kind,
        roles: [...roles],
        tenant: 'fjordlight',
      };
      const times = { auth_time: now - 600, iat: now - 60, exp: now + 3_600 };
      const payload = { ...own, amr: ['pwd', 'otp'], ...times, ...claims };
      return signCompact(payload, privateKeyFrom(key.privateKeyPem), { kid: key.publicJwk.kid, typ: 'JWT' });
    },
  };
}

function urlOf(input: unknown): string {
  return input instanceof Request ? input.url : String(input);
}

async function answer(url: URL, state: OutsideState, jwk: object): Promise<Response> {
  if (url.href === `${issuer}/jwks`) return Response.json({ keys: [jwk] });
  if (url.origin === orders) {
    await state.onOrderRead();
    if (state.ordersDown) return Response.json({ error: 'maintenance' }, { status: 503 });
    return Response.json(orderOf(url.pathname.split('/').at(-1) ?? '', state));
  }
  if (url.pathname === '/v1/refunds') return Response.json({ object: 'list', data: [], has_more: false });
  return Response.json(chargeOf(url.pathname.split('/').at(-1) ?? '', state));
}

function orderOf(id: string, { orderVersion }: OutsideState) {
  return {
    id,
    tenant: 'fjordlight',
    customerId: 'ada',
    currency: 'EUR',
    status: 'delivered',
    placedAt: '2026-11-10T09:00:00.000Z',
    deliveredAt: '2026-11-17T09:00:00.000Z',
    lines: [{ lineId: '1', sku: 'hp-1', title: 'Headphones', quantity: 1, unitPriceMinor: 4200 }],
    totalMinor: 4200,
    shippingMinor: 0,
    chargeId: `ch_${id}`,
    version: orderVersion,
    notes: [],
  };
}

function chargeOf(id: string, { refundedMinor }: OutsideState) {
  return {
    ...{ object: 'charge', id, currency: 'eur', disputed: false, amount_captured: 4200 },
    amount_refunded: refundedMinor,
  };
}
