import { amountMinor, chargeRecord, orderRecord } from './records.js';

/** Calls that really left this process. */
export interface RealCalls {
  refunds: number;
  readBacks: number;
  others: number;
}

/**
 * The network of the services: what is only looked up before a refund is answered from memory, so that the two
 * calls that are left are those of the floor: the refund, and the listing that reads it back. The clients are the
 * real ones, the payment SDK included; they are given this instead of `fetch`.
 */
export function recordsInMemory(payments: string): { fetch: typeof globalThis.fetch; calls: RealCalls } {
  const refunded = new Set<string>();
  const calls: RealCalls = { refunds: 0, readBacks: 0, others: 0 };
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    const isPayments = url.origin === payments;
    if (isPayments && init?.method === 'POST') {
      calls.refunds += 1;
      const charge = new URLSearchParams(String(init.body)).get('charge') ?? '';
      const response = await globalThis.fetch(input, init);
      if (response.ok) refunded.add(charge);
      return response;
    }
    const known = isPayments ? paymentsAnswer(url, refunded) : recordAnswer(url);
    if (known !== undefined) return Response.json(known);
    calls[isPayments ? 'readBacks' : 'others'] += 1;
    return globalThis.fetch(input, init);
  };
  return { fetch, calls };
}

/** Undefined once there is something to read back: then the provider itself is asked. */
function paymentsAnswer({ pathname, searchParams }: URL, refunded: ReadonlySet<string>): object | undefined {
  const charge = searchParams.get('charge') ?? '';
  if (pathname === '/v1/refunds') {
    return refunded.has(charge)
      ? undefined
      : { object: 'list', url: '/v1/refunds', has_more: false, data: [] };
  }
  const id = pathname.slice('/v1/charges/'.length);
  return chargeRecord(id, refunded.has(id) ? amountMinor : 0);
}

function recordAnswer({ pathname }: URL): object | undefined {
  const order = /^\/v1\/orders\/(.+)$/.exec(pathname)?.[1];
  if (order !== undefined) return orderRecord(decodeURIComponent(order));
  const person = /^\/directory\/people\/[^/]+\/(.+)$/.exec(pathname)?.[1];
  return person === undefined ? undefined : { sub: decodeURIComponent(person), roles: ['customer'] };
}
