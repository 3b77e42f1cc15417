import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from '../faults/fault.js';
import type { FaultBox } from '../faults/fault-box.js';
import { createFaultBox } from '../faults/fault-box.js';
import type { Calls } from '../ledger/calls.js';
import { headersOfInterest, readBody } from './body.js';
import type { Listener } from './listener.js';
import { listen } from './listener.js';
import type { Refuse, Reply } from './reply.js';
import { json } from './reply.js';
import type { Match, Route } from './router.js';
import { findRoute } from './router.js';

/** One outside system: what it answers, how it is administered, and what it keeps. */
export interface System {
  name: string;
  routes: Route[];
  /** On the admin server, below `/<name>`. */
  adminRoutes: Route[];
  refuse: Refuse;
  calls: Calls;
  /** What the calls did to the outside world, where that is worth counting. */
  effects?: () => unknown[];
  reset(): void;
  close(): void;
}

export interface SystemServer {
  readonly system: System;
  readonly url: string;
  addFault(fault: Fault): Promise<void>;
  listFaults(): Fault[];
  clearFaults(): Promise<void>;
  stop(): Promise<void>;
}

interface Running {
  system: System;
  faults: FaultBox;
  now: () => number;
  stopping: AbortSignal;
}

/** Serves one system on its own port, lets faults hit its calls and records every call. */
export async function startSystemServer(
  system: System,
  { port, now }: { port: number; now: () => number },
): Promise<SystemServer> {
  const stopping = new AbortController();
  const faults = createFaultBox();
  const running: Running = { system, faults, now, stopping: stopping.signal };
  const inFlight = new Set<Promise<void>>();
  const listener: Listener = await listen(system.name, port, (request, response) => {
    const served = serve(running, request, response).finally(() => inFlight.delete(served));
    inFlight.add(served);
  });
  return {
    system,
    url: listener.url,
    async addFault(fault) {
      faults.add(fault);
      if (fault.kind === 'down') await listener.close();
    },
    listFaults: () => faults.list(),
    async clearFaults() {
      faults.clear();
      await listener.open();
    },
    async stop() {
      stopping.abort();
      await listener.close();
      await Promise.all(inFlight);
    },
  };
}

async function serve(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  const { pathname, searchParams } = new URL(`http://sandbox${request.url ?? '/'}`);
  if (pathname === '/healthz')
    return send(response, json(200, { status: 'ok', system: running.system.name }));

  const method = request.method ?? 'GET';
  const match = findRoute(running.system.routes, method, pathname);
  const fault = running.faults.take({ method, path: pathname, template: match?.route.template });
  const record = startRecord(running, { request, response, body: body ?? '', match, fault });
  try {
    const reply = await withFault(running, fault, (hold) => {
      if (body === undefined) return running.system.refuse(413, 'body_too_large', 'At most one megabyte.');
      if (match === undefined)
        return running.system.refuse(404, 'route_not_found', `No ${method} ${pathname}.`);
      const call = {
        ...record,
        params: match.params,
        query: searchParams,
        headers: request.headers,
        body,
        hold,
      };
      return match.route.holdsItself === true
        ? match.route.handle(call)
        : hold().then(() => match.route.handle(call));
    });
    if (reply === 'cut') request.socket.destroy();
    else send(response, reply);
  } catch (error) {
    if (running.stopping.aborted) request.socket.destroy();
    else send(response, running.system.refuse(500, 'sandbox_bug', String(error)));
  }
  await record.ended;
}

interface Arrival {
  request: IncomingMessage;
  response: ServerResponse;
  body: string;
  match: Match | undefined;
  fault: Fault | undefined;
}

/** Writes the row of a call when it arrives and completes it when its connection is done with it. */
function startRecord({ system, now }: Running, { request, response, body, match, fault }: Arrival) {
  const notes = {};
  const id = system.calls.arrived({
    at: new Date(now()).toISOString(),
    system: system.name,
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    route: match === undefined ? null : `${match.route.method} ${match.route.template}`,
    headers: headersOfInterest(request),
    body,
    fault: fault?.kind ?? null,
  });
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      const status = response.headersSent ? response.statusCode : null;
      system.calls.finished(id, { status, answered: response.writableFinished, notes });
      resolve();
    };
    // A caller that left before its body was read has closed the response already.
    if (response.closed) end();
    else response.once('close', end);
  });
  return { id, ended, note: (more: object) => void Object.assign(notes, more) };
}

type Handle = (hold: () => Promise<void>) => Reply | Promise<Reply>;

/** `cut` is a connection destroyed without an answer. */
async function withFault(running: Running, fault: Fault | undefined, handle: Handle): Promise<Reply | 'cut'> {
  const nothing = async () => {};
  if (fault === undefined) return handle(nothing);
  const pause = async () => void (await wait(fault.delayMs, undefined, { signal: running.stopping }));
  switch (fault.kind) {
    case 'request_lost':
      return 'cut';
    case 'response_lost':
      await handle(pause);
      return 'cut';
    case 'delay': {
      const reply = await handle(fault.applied ? nothing : pause);
      if (fault.applied) await pause();
      return reply;
    }
    case 'wrong_body':
      await handle(pause);
      return { status: 200, headers: { 'content-type': 'text/html' }, text: '<html>Welcome to nginx</html>' };
    case 'status_429':
    case 'status_500':
    case 'status_503':
      if (fault.applied) await handle(pause);
      return statusReply(running.system, fault);
    case 'down':
      return 'cut';
  }
}

/** A 429 and a 503 explain themselves; a 500 has no body, so that nobody can tell what happened behind it. */
function statusReply(system: System, fault: Fault): Reply {
  const status = fault.kind === 'status_429' ? 429 : fault.kind === 'status_503' ? 503 : 500;
  if (status === 500) return { status, headers: {}, text: '' };
  const reply = system.refuse(
    status,
    status === 429 ? 'rate_limit' : 'unavailable',
    'Please try again later.',
  );
  if (fault.retryAfterSeconds === null) return reply;
  return { ...reply, headers: { ...reply.headers, 'retry-after': String(fault.retryAfterSeconds) } };
}

/** Puts a reply on the wire. */
export function send(response: ServerResponse, reply: Reply): void {
  if (response.destroyed) return;
  const length = Buffer.byteLength(reply.text);
  response.writeHead(reply.status, { ...reply.headers, 'content-length': length }).end(reply.text);
}
