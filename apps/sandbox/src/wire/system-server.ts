import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault } from '../faults/fault.js';
import type { FaultBox } from '../faults/fault-box.js';
import { createFaultBox } from '../faults/fault-box.js';
import { withFault } from '../faults/with-fault.js';
import { addressOf, headersOfInterest, readBody } from './body.js';
import type { At, Listener } from './listener.js';
import { listen } from './listener.js';
import { json, send } from './reply.js';
import type { Match } from './router.js';
import { findRoute } from './router.js';
import type { System } from './system.js';

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
  { port, host, now }: At & { now: () => number },
): Promise<SystemServer> {
  const stopping = new AbortController();
  const faults = createFaultBox();
  const running: Running = { system, faults, now, stopping: stopping.signal };
  const inFlight = new Set<Promise<void>>();
  const listener: Listener = await listen(system.name, { port, host }, (request, response) => {
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
  const { pathname, searchParams } = addressOf(request);
  if (pathname === '/healthz')
    return send(response, json(200, { status: 'ok', system: running.system.name }));

  const method = request.method ?? 'GET';
  const match = findRoute(running.system.routes, method, pathname);
  const fault = running.faults.take({ method, path: pathname, template: match?.route.template });
  const record = startRecord(running, { request, response, body: body ?? '', match, fault });
  try {
    const reply = await withFault(
      { fault, refuse: running.system.refuse, stopping: running.stopping },
      (hold) => {
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
      },
    );
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
