import type { Ports } from '@countersign/contracts';
import type { Mutation } from './mutation.js';

type Fetch = typeof globalThis.fetch;

/** The network of the executor, changed. */
function calling(change: (fetch: Fetch) => Fetch): NonNullable<Mutation['ports']> {
  return (ports, service): Ports =>
    service === 'executor' ? { ...ports, network: { fetch: change(ports.network.fetch) } } : ports;
}

const isRefund = (input: unknown, init: RequestInit | undefined): boolean =>
  init?.method === 'POST' && String(input).includes('/v1/refunds');

export const retryOnUnknown: Mutation = {
  name: 'retry on unknown',
  shownBy: 4,
  breaks: 'A call without an answer counts as one that never left, and is made again.',
  ports: calling((fetch) => async (input, init) => {
    if (!isRefund(input, init)) return fetch(input, init);
    const notConnected = () =>
      Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED', syscall: 'connect' } });
    const response = await fetch(input, init).catch(() => {
      throw notConnected();
    });
    if (response.status === 500) throw notConnected();
    return response;
  }),
};

export const versionPassedBy: Mutation = {
  name: 'version passed by',
  shownBy: 16,
  breaks: 'An account that was changed meanwhile is closed as it is now, which nobody approved.',
  ports: calling((fetch) => async (input, init) => {
    const response = await fetch(input, init);
    if (response.status !== 409 || !String(input).endsWith('/closures')) return response;
    const version = Number(/It is version (\d+)/.exec(await response.text())?.[1]);
    if (Number.isNaN(version)) return response;
    const body = { ...(JSON.parse(String(init?.body)) as object), accountVersion: version };
    return fetch(input, { ...init, body: JSON.stringify(body) });
  }),
};

export const newKeyOnRetry: Mutation = {
  name: 'new operation key on retry',
  shownBy: 25,
  breaks: 'Every attempt is sent under an idempotency key of its own.',
  ports: (ports, service) => {
    const change = calling((fetch) => (input, init) => {
      if (!isRefund(input, init)) return fetch(input, init);
      const headers = new Headers(init?.headers);
      headers.set('idempotency-key', ports.randomness.uuid());
      return fetch(input, { ...init, headers: Object.fromEntries(headers) });
    });
    return change(ports, service);
  },
};

export const rightsNotLookedAtAgain: Mutation = {
  name: 'rights not looked at again',
  shownBy: 23,
  breaks: 'The executor believes that whoever approved still may.',
  ports: calling((fetch) => async (input, init) => {
    const response = await fetch(input, init);
    const subject = /\/directory\/people\/[^/]+\/([^/]+)$/.exec(String(input))?.[1];
    if (subject === undefined || response.status !== 200) return response;
    const body = JSON.stringify({ sub: subject, roles: ['support_manager'] });
    return { ...response, text: async () => body, json: async () => JSON.parse(body) };
  }),
};
