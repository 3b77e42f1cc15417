import { createServer } from 'node:http';
import type { Host } from './host.js';

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * `/livez` and `/readyz` for a service that nobody talks to: the same answers as at an HTTP edge. Alive is alone
 * about the process; ready is about its database, its broker and what it has not handled yet.
 */
export async function openHealthServer(
  at: { readonly host: string; readonly port: number },
  host: Pick<Host, 'ready'>,
): Promise<HealthServer> {
  const server = createServer(({ url }, response) => {
    const answer = (code: number, body: object) =>
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url === '/livez') answer(200, { status: 'alive' });
    else if (url === '/readyz') {
      host.ready().then(
        (found) => answer(found.ready ? 200 : 503, found),
        () => answer(503, { ready: false, status: 'unavailable' }),
      );
    } else answer(404, { status: 'not_found' });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port, at.host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : at.port,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
