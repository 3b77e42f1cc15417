import { DatabaseSync } from 'node:sqlite';
import { standIns } from '@countersign/capabilities/stand-ins';
import type { Ledger, Route, System } from '@countersign/sandbox/kit';
import type { SimulatedReply, SimulatedRequest } from '@countersign/testing/simulation';
import type { Effect } from './payments.js';

/** Systems that service credits read and write. */
export const creditSystems = ['support', 'billing'] as const;
type Name = (typeof creditSystems)[number];

/**
 * The support desk and the billing system of service credits: the capability's own stand-ins, each with a ledger in
 * memory, asked without a server. They are opened when they are first asked for anything: most runs never do.
 */
export class Credits {
  readonly effects: Effect[] = [];
  readonly #systems = new Map<Name, System>();
  readonly #databases: DatabaseSync[] = [];

  constructor(
    private readonly now: () => number,
    private readonly onEffect: (effect: Effect) => void,
  ) {}

  answer(name: Name, request: SimulatedRequest): SimulatedReply {
    const system = this.#system(name);
    const reply = answeredBy(system.routes, request);
    if (request.method === 'POST' && reply.status === 200) this.#newEffects(name, system);
    return reply;
  }

  /** Finance corrects an invoice: another version, and another amount that is due. */
  correctInvoice(id: string, totalMinor: number): void {
    const path = `/invoices/${id}`;
    const body = JSON.stringify({ totalMinor });
    const query = new URLSearchParams();
    answeredBy(this.#system('billing').adminRoutes, { method: 'PATCH', path, query, headers: {}, body });
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
    const made = (system.effects?.() ?? []) as readonly Readonly<Record<string, unknown>>[];
    const known = this.effects.filter(({ refundId }) => refundId.startsWith(`${name} `)).length;
    for (const { reference, accountId, amountMinor, currency, operationId } of made.slice(known)) {
      const effect = {
        ...{
          refundId: `${name} ${reference}`,
          chargeId: String(accountId),
          operationId: String(operationId),
        },
        ...{ amountMinor: Number(amountMinor), currency: String(currency) },
        ...{ createdAtMs: this.now(), failed: false },
      };
      this.effects.push(effect);
      this.onEffect(effect);
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
    if (segment.startsWith(':')) params[segment.slice(1)] = part;
    else if (segment !== part) return undefined;
  }
  return params;
}
