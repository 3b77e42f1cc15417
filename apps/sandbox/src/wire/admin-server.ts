import type { IncomingMessage } from 'node:http';
import { faultRoutes } from '../faults/fault-routes.js';
import { addressOf, readBody } from './body.js';
import { listen } from './listener.js';
import type { Reply } from './reply.js';
import { json, refuse, send } from './reply.js';
import type { Route } from './router.js';
import { findRoute, route } from './router.js';
import type { SystemServer } from './system-server.js';

export interface AdminOptions {
  port: number;
  servers: readonly SystemServer[];
  /** When set, every call but `/healthz` must carry it as a bearer token. */
  key: string | undefined;
}

/**
 * The one server that changes the outside world behind everybody's back: faults, records, reset. It stays
 * reachable while a system is down. Only for people and tests on the same machine.
 */
export async function startAdminServer({ port, servers, key }: AdminOptions) {
  const routes = [resetRoute(servers), ...servers.flatMap(routesOf)];
  const listener = await listen('admin', { port }, (request, response) => {
    answer(routes, key, request).then(
      (reply) => send(response, reply),
      (error: unknown) => send(response, refuse(500, 'sandbox_bug', String(error))),
    );
  });
  return { url: listener.url, stop: () => listener.close() };
}

async function answer(routes: Route[], key: string | undefined, request: IncomingMessage): Promise<Reply> {
  const body = await readBody(request);
  const { pathname, searchParams } = addressOf(request);
  if (pathname === '/healthz') return json(200, { status: 'ok', system: 'admin' });
  if (!isLocal(request)) {
    return refuse(403, 'not_local', 'The admin server answers programs of this machine, not web pages.');
  }
  if (key !== undefined && request.headers.authorization !== `Bearer ${key}`) {
    return refuse(401, 'unauthenticated', 'The admin server wants its key as a bearer token.');
  }
  if (body === undefined) return refuse(413, 'body_too_large', 'At most one megabyte.');
  const match = findRoute(routes, request.method ?? 'GET', pathname);
  if (match === undefined) return refuse(404, 'route_not_found', `No ${request.method} ${pathname}.`);
  const { headers } = request;
  const unrecorded = { id: 0, note: () => {}, hold: async () => {} };
  return match.route.handle({ ...unrecorded, params: match.params, query: searchParams, headers, body });
}

/** Without a key, a page open in a browser (or a name that resolves here) must not steer the sandbox. */
function isLocal({ headers }: IncomingMessage): boolean {
  const host = headers.host ?? '';
  return headers.origin === undefined && /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
}

function routesOf(server: SystemServer): Route[] {
  const { name, adminRoutes, calls, effects } = server.system;
  const ledger = route('GET', '/ledger', () =>
    json(200, { effects: effects?.() ?? [], calls: calls.list() }),
  );
  // First what every system has: `/orders/ledger` is not the order called "ledger".
  const all = [ledger, ...faultRoutes(server), ...adminRoutes];
  return all.map((each) => ({ ...each, template: `/${name}${each.template}` }));
}

function resetRoute(servers: readonly SystemServer[]): Route {
  return route('POST', '/reset', async () => {
    for (const server of servers) {
      server.system.reset();
      server.system.calls.clear();
      await server.clearFaults();
    }
    return json(200, { reset: servers.map((server) => server.system.name) });
  });
}
