import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RelayStanding } from '@countersign/messaging/kafka';

export interface Probes {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * `/livez` and `/readyz`, for whoever keeps the process running. A standby is ready: it takes over when it must.
 * A broker that is away is not this process's fault, and the answer says so without ending it.
 */
export async function openProbes(
  at: { readonly host: string; readonly port: number },
  standing: () => RelayStanding,
): Promise<Probes> {
  const server = createServer(({ url }, response) => {
    const { code, body } = answerTo(url ?? '', standing());
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await listening(server, at);
  const { port } = server.address() as AddressInfo;
  return { url: `http://${at.host}:${port}`, close: () => closed(server) };
}

function answerTo(url: string, standing: RelayStanding): { code: number; body: object } {
  if (url === '/livez') return { code: 200, body: { status: 'alive' } };
  if (url === '/readyz') return { code: standing.database === 'up' ? 200 : 503, body: standing };
  return { code: 404, body: { status: 'not_found' } };
}

function listening(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
