import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { loopbackPort } from '@countersign/event-store/embedded';
import type { ConnectorSubject, RequestSeen } from '../subject.js';
import { type Exchange, type Forwarded, type HttpFault, passOn, type Spoken } from './exchange.js';
import { forward } from './forward.js';

/** A way to the target that sees every request and can spoil every answer. */
export interface HttpWay {
  readonly baseUrl: string;
  /** What writes and looks meet from now on. */
  meet(on: 'write' | 'look', fault: HttpFault): void;
  /** Every request that has arrived, in order. */
  writes(): readonly RequestSeen[];
  looks(): readonly RequestSeen[];
  /** Requests that went to another server, after a redirect. */
  elsewhere(): readonly RequestSeen[];
  /** Lets connections in, where it was opened refusing them. */
  listen(): Promise<void>;
  /**
   * Ends every connection, and waits for what is still on its way to the target.
   * @throws the first failure of the way itself: the target could not be reached.
   */
  close(): Promise<void>;
}

interface Seen {
  readonly writes: RequestSeen[];
  readonly looks: RequestSeen[];
  readonly elsewhere: RequestSeen[];
  readonly faults: { write: HttpFault; look: HttpFault };
  readonly serving: Set<Promise<void>>;
  failure?: unknown;
}

export async function openHttpWay(
  { targetUrl, isWrite = changesSomething }: Pick<ConnectorSubject, 'targetUrl' | 'isWrite'>,
  { refusing = false }: { readonly refusing?: boolean } = {},
): Promise<HttpWay> {
  const faults = { write: passOn, look: passOn };
  const seen: Seen = { writes: [], looks: [], elsewhere: [], faults, serving: new Set() };
  const trap = createServer((request, response) => {
    void seenOf(request).then((each) => {
      seen.elsewhere.push(each);
      response.end('{}');
    });
  });
  const server = createServer((request, response) => {
    const serving = serve(request, response).catch((failure: unknown) => {
      seen.failure ??= failure;
      response.destroy();
    });
    seen.serving.add(serving);
    void serving.then(() => seen.serving.delete(serving));
  });
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await seenOf(incoming);
    const on = isWrite(request) ? 'write' : 'look';
    seen[on === 'write' ? 'writes' : 'looks'].push(request);
    const elsewhereUrl = `http://127.0.0.1:${trapPort}${request.path}`;
    await seen.faults[on](exchangeOf({ request, response, targetUrl, elsewhereUrl }));
  };
  const [port, trapPort] = [await loopbackPort(0), await loopbackPort(0)];
  await listening(trap, trapPort);
  if (!refusing) await listening(server, port);
  return {
    baseUrl: `http://127.0.0.1:${port}${new URL(targetUrl).pathname.replace(/\/$/, '')}`,
    meet: (on, fault) => {
      seen.faults[on] = fault;
    },
    writes: () => [...seen.writes],
    looks: () => [...seen.looks],
    elsewhere: () => [...seen.elsewhere],
    listen: () => (server.listening ? Promise.resolve() : listening(server, port)),
    close: async () => {
      await Promise.all([server, trap].map(closed));
      await Promise.all(seen.serving);
      if (seen.failure !== undefined) {
        throw new Error(`The target at ${targetUrl} could not be reached.`, { cause: seen.failure });
      }
    },
  };
}

const changesSomething = ({ method }: RequestSeen) => !['GET', 'HEAD', 'OPTIONS'].includes(method);

async function seenOf(incoming: IncomingMessage): Promise<RequestSeen> {
  const { method = 'GET', url = '/', headers } = incoming;
  return { method, path: url, headers: { ...headers }, body: await text(incoming) };
}

interface Parts {
  readonly request: RequestSeen;
  readonly response: ServerResponse;
  readonly targetUrl: string;
  readonly elsewhereUrl: string;
}

function exchangeOf({ request, response, targetUrl, elsewhereUrl }: Parts): Exchange {
  return {
    request,
    elsewhereUrl,
    gone: new Promise((resolve) => response.once('close', () => resolve())),
    forward: () => forward(targetUrl, request),
    answer: ({ status, headers = {}, body }: Forwarded | Spoken) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    },
    answerHalf: ({ status, headers, body }) => {
      response.writeHead(status, { ...headers, 'content-length': body.length });
      return new Promise((written) => {
        response.write(body.subarray(0, Math.ceil(body.length / 2)), () => written());
      });
    },
    breakOff: (how) => {
      if (how === 'reset') response.socket?.resetAndDestroy();
      else response.socket?.destroySoon();
    },
  };
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}

function closed(server: Server): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
