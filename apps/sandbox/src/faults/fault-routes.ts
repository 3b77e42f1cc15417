import { json, refuse } from '../wire/reply.js';
import type { Route } from '../wire/router.js';
import { route, withJson } from '../wire/router.js';
import type { Fault } from './fault.js';
import { parseFault } from './fault.js';

interface Faulty {
  addFault(fault: Fault): Promise<void>;
  listFaults(): Fault[];
  clearFaults(): Promise<void>;
}

/** How faults are put on a server, seen and taken away; taking them away also brings a server back up. */
export function faultRoutes(server: Faulty): Route[] {
  const add = withJson(async (_call, body) => {
    const parsed = parseFault(body);
    if ('problem' in parsed) return refuse(400, 'invalid_fault', parsed.problem);
    await server.addFault(parsed.fault);
    return json(201, parsed.fault);
  });
  return [
    route('POST', '/faults', add),
    route('GET', '/faults', () => json(200, { faults: server.listFaults() })),
    route('DELETE', '/faults', async () => {
      await server.clearFaults();
      return json(200, { faults: [] });
    }),
  ];
}
