import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';

export interface PortTaken extends Error {
  code: 'port_taken';
  port: number;
  server: string;
}

/** A listening socket that can really be closed and opened again on the same port. */
export interface Listener {
  readonly url: string;
  /** Stops listening and cuts every open connection: callers are refused, as by a machine that is off. */
  close(): Promise<void>;
  open(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** Where to listen. Without a host, on loopback only. */
export interface At {
  readonly port: number;
  readonly host?: string | undefined;
}

/**
 * Listens on loopback unless another host is named. Port 0 takes a free one, and keeps it when the listener is opened again.
 * @throws {PortTaken} when something else listens there.
 */
export async function listen(name: string, at: At, onRequest: RequestListener): Promise<Listener> {
  // Longer than any client's own idle time, so that the server is not the one to cut a reused connection.
  const server = createServer({ keepAliveTimeout: 65_000 }, onRequest);
  let bound = at.port;
  let listening = false;

  const open = async (): Promise<void> => {
    if (listening) return;
    await new Promise<void>((resolve, reject) => {
      const failed = (error: NodeJS.ErrnoException) =>
        reject(error.code === 'EADDRINUSE' ? portTaken(name, bound, error) : error);
      server.once('error', failed);
      server.listen(bound, at.host ?? LOOPBACK, () => {
        server.off('error', failed);
        resolve();
      });
    });
    const address = server.address();
    if (typeof address === 'object' && address !== null) bound = address.port;
    listening = true;
  };

  const close = async (): Promise<void> => {
    if (!listening) return;
    listening = false;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  };

  await open();
  return { url: `http://${LOOPBACK}:${bound}`, open, close };
}

function portTaken(server: string, port: number, cause: Error): PortTaken {
  const message = `Port ${port} is taken, so the ${server} server of the sandbox cannot start.`;
  return Object.assign(new Error(message, { cause }), { code: 'port_taken' as const, port, server });
}
