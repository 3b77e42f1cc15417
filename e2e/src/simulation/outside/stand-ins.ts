import { DatabaseSync } from 'node:sqlite';
import { standIns } from '@countersign/capabilities/stand-ins';
import type { Ledger, Route, System } from '@countersign/sandbox/kit';
import type { SimulatedReply, SimulatedRequest } from '@countersign/testing/simulation';
import type { Effect, Said } from './payments.js';

/** Systems of service credits, follow-ups, appointments and accounts. */
export const standInNames = ['support', 'billing', 'crm', 'appointments', 'accounts'] as const;
type Name = (typeof standInNames)[number];

type Made = Readonly<Record<string, unknown>>;

/**
 * The systems around service credits, follow-ups, appointments and accounts: the capabilities' own stand-ins, each with a ledger
 * in memory, asked without a server. They are opened when they are first asked for anything: most runs never do.
 */
export class StandIns {
  readonly effects: Effect[] = [];
  readonly #systems = new Map<Name, System>();
  readonly #databases: DatabaseSync[] = [];

  constructor(
    private readonly now: () => number,
    private readonly tell: { effect(effect: Effect): void; said(said: Said): void },
  ) {}

  answer(name: Name, request: SimulatedRequest): SimulatedReply {
    const system = this.#system(name);
    const reply = answeredBy(system.routes, request);
    if (request.method === 'POST' && reply.status === 200) this.#newEffects(name, system);
    return reply;
  }

  /** Somebody changes a record in the system itself, or with `PUT` makes one. */
  write(name: Name, path: string, to: object, method: 'PATCH' | 'PUT' = 'PATCH'): void {
    const query = new URLSearchParams();
    answeredBy(this.#system(name).adminRoutes, {
      method,
      path,
      query,
      headers: {},
      body: JSON.stringify(to),
    });
  }

  /** A record of the system as it is; undefined where there is none. */
  record(name: Name, path: string): Made | undefined {
    const asked = { method: 'GET', path, query: new URLSearchParams(), headers: {}, body: '' };
    const { status, body } = answeredBy(this.#system(name).adminRoutes, asked);
    return status === 200 ? (JSON.parse(body) as Made) : undefined;
  }

  /** A message that was handed over comes back, and the CRM says so. */
  bounces(opportunityId: string): void {
    const effect = this.effects.find(
      ({ refundId, chargeId, failed }) =>
        refundId.startsWith('crm ') && chargeId === opportunityId && !failed,
    );
    if (effect === undefined) return;
    effect.failed = true;
    const at = new Date(this.now()).toISOString();
    const id = String(effect.made?.['reference']);
    this.write('crm', `/messages/${id}`, { status: 'bounced', statusAt: at });
    const message = { id, opportunityId, operationId: effect.operationId, reason: 'mailbox_unknown' };
    this.tell.said({
      ...{ id: `bounced ${id}`, system: 'crm' },
      body: { id: `bounced ${id}`, type: 'message.bounced', at, message },
    });
  }

  close(): void {
    for (const database of this.#databases) database.close();
  }

  #system(name: Name): System {
    const known = this.#systems.get(name);
    if (known !== undefined) return known;
    const standIn = standIns.find((each) => each.name === name);
    if (standIn === undefined) throw new Error(`No capability brings a stand-in called ${name}.`);
    const opened = standIn.open(this.#ledger(), { now: this.now });
    this.#systems.set(name, opened);
    return opened;
  }

  #ledger(): Ledger {
    const database = new DatabaseSync(':memory:');
    this.#databases.push(database);
    return {
      ...{ effects: database, calls: database },
      inTransaction: (work) => work(),
      close: () => database.close(),
    };
  }

  #newEffects(name: Name, system: System): void {
    const made = (system.effects?.() ?? []) as readonly Made[];
    const known = this.effects.filter(({ refundId }) => refundId.startsWith(`${name} `)).length;
    for (const each of made.slice(known)) {
      const effect = {
        ...{ refundId: `${name} ${each['reference']}`, operationId: String(each['operationId']), made: each },
        chargeId: String(each['accountId'] ?? each['bookingId'] ?? each['opportunityId']),
        ...{ amountMinor: Number(each['amountMinor'] ?? 0), currency: String(each['currency'] ?? 'none') },
        ...{ createdAtMs: this.now(), failed: false },
      };
      this.effects.push(effect);
      this.tell.effect(effect);
    }
  }
}

function answeredBy(routes: readonly Route[], request: SimulatedRequest): SimulatedReply {
  const { method, path, query, headers, body } = request;
  const parts = path.split('/');
  for (const route of routes) {
    const params = route.method === method ? paramsOf(route.template.split('/'), parts) : undefined;
    if (params === undefined) continue;
    const call = { id: 0, params, query, headers, body, note: () => undefined, hold: async () => undefined };
    const reply = route.handle(call);
    if (reply instanceof Promise) throw new Error(`${method} ${route.template} of a stand-in takes time.`);
    return { status: reply.status, headers: reply.headers, body: reply.text };
  }
  return { status: 404, body: JSON.stringify({ error: { code: 'no_such_route', message: path } }) };
}

function paramsOf(template: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (template.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, segment] of template.entries()) {
    const part = parts[at] ?? '';
    if (segment.startsWith(':')) params[segment.slice(1)] = decodeURIComponent(part);
    else if (segment !== part) return undefined;
  }
  return params;
}
