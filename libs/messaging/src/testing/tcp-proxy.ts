import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server that can be cut, as a restart or a broken network does it. */
export interface Proxy {
  /** The URL with this way in place of the direct one. */
  through(url: string): string;
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Lets connections in again, on the same port. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

export async function tcpProxy(target: { readonly host: string; readonly port: number }): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  const port = await listening(server, 0);
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    through(url) {
      const through = new URL(url);
      through.hostname = '127.0.0.1';
      through.port = String(port);
      return through.href;
    },
    cut,
    restore: async () => {
      await listening(server, port);
    },
    close: () => (server.listening ? cut() : Promise.resolve()),
  };
}

async function listening(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return address.port;
}
