import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Planner, PlannerView, Turn } from '@countersign/planning';

/** Lets a specialist in another process ask the planner of a test. */
export interface ServedPlanner {
  readonly url: string;
  close(): Promise<void>;
}

export async function servePlanner(planner: Planner): Promise<ServedPlanner> {
  const server = createServer((request, response) => {
    const answered = text(request).then((body) => planner.next(JSON.parse(body) as PlannerView));
    answered.then(
      (turn) => response.end(JSON.stringify(turn)),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export const plannerAt = (url: string): Planner => ({
  next: async (view) => {
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(view) });
    if (!answer.ok) throw new Error(`The planner of the test answered with ${answer.status}.`);
    return (await answer.json()) as Turn;
  },
});
