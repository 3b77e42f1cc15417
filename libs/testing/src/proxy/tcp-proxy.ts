import { connect, createServer, type Server, type Socket } from 'node:net';
import { loopbackPort } from '@countersign/event-store/embedded';
import { type Conditions, type Direction, Lane } from './lane.js';

/** A way to a target that can be broken and mended while it is used. Every fault holds until `restore`. */
export interface TcpProxy {
  /** Where it listens, on 127.0.0.1. The same for its whole life, also while it is cut. */
  readonly port: number;
  /** The URL, with this way in place of the direct one. */
  through(url: string): string;
  /** How many connections are open through it now. */
  connections(): number;
  /** Resets every connection and refuses new ones, as a stopped server does. */
  cut(): Promise<void>;
  /** Resets every connection, but lets new ones in: a lost connection with the server still there. */
  reset(): void;
  /** Adds `delayMs` milliseconds to every piece, in both directions unless one is named. */
  delay(delayMs: number, direction?: Direction): void;
  /**
   * Silence: connections stay and new ones are accepted, but nothing arrives, as in a network cut nobody is told of.
   * One direction alone makes a half-open connection. Nothing is lost: `restore` delivers what waited.
   */
  hold(direction?: Direction): void;
  /** The target hears everything and its answers are lost. `restore` resets the connections that lost some. */
  dropResponses(): void;
  /** Takes every fault away; after a cut it listens again on the same port. */
  restore(): Promise<void>;
  /** Resets everything and stops listening for good. */
  close(): Promise<void>;
}

export interface OpenProxy {
  readonly target: { readonly host: string; readonly port: number };
  /** 0 or left out takes a free one. */
  readonly port?: number;
}

interface Connection {
  readonly sockets: readonly Socket[];
  readonly lanes: readonly Lane[];
}

/** @throws the error of `listen` when `port` cannot be had. */
export async function openProxy({ target, port: wanted = 0 }: OpenProxy): Promise<TcpProxy> {
  const port = await loopbackPort(wanted);
  const conditions: Record<Direction, Conditions> = {
    to_target: { delayMs: 0, flow: 'open' },
    to_client: { delayMs: 0, flow: 'open' },
  };
  const open = new Set<Connection>();
  const server = createServer({ allowHalfOpen: true }, (client) =>
    join(client, target, { conditions, open }),
  );
  await listen(server, port);
  const change = (changes: Partial<Conditions>, direction?: Direction) => {
    for (const each of direction === undefined ? (['to_target', 'to_client'] as const) : [direction])
      Object.assign(conditions[each], changes);
    for (const { lanes } of open) for (const lane of lanes) lane.moveOn();
  };
  const reset = () => breakAll(open, () => true);
  const cut = () => stop(server, reset);
  return {
    port,
    through: (url) => throughPort(url, port),
    connections: () => open.size,
    cut,
    reset,
    delay: (delayMs, direction) => change({ delayMs }, direction),
    hold: (direction) => change({ flow: 'held' }, direction),
    dropResponses: () => change({ flow: 'dropped' }, 'to_client'),
    restore: async () => {
      breakAll(open, ({ lanes }) => lanes.some(({ hasLost }) => hasLost));
      change({ delayMs: 0, flow: 'open' });
      if (!server.listening) await listen(server, port);
    },
    close: cut,
  };
}

function join(
  client: Socket,
  target: OpenProxy['target'],
  { conditions, open }: { conditions: Record<Direction, Conditions>; open: Set<Connection> },
): void {
  const upstream = connect({ ...target, allowHalfOpen: true });
  for (const socket of [client, upstream]) socket.setNoDelay(true);
  const connection = {
    sockets: [client, upstream],
    lanes: [
      new Lane(client, upstream, conditions.to_target),
      new Lane(upstream, client, conditions.to_client),
    ],
  };
  open.add(connection);
  const forget = () => {
    if (connection.sockets.every(({ closed }) => closed)) open.delete(connection);
  };
  for (const socket of connection.sockets) socket.once('close', forget);
}

function breakAll(open: ReadonlySet<Connection>, which: (connection: Connection) => boolean): void {
  for (const connection of open)
    if (which(connection)) for (const socket of connection.sockets) socket.resetAndDestroy();
}

async function stop(server: Server, reset: () => void): Promise<void> {
  if (!server.listening) return reset();
  const stopped = new Promise<void>((resolve) => server.close(() => resolve()));
  reset();
  await stopped;
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function throughPort(url: string, port: number): string {
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  return through.href;
}
