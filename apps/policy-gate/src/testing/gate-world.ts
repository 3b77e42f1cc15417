import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { capabilities } from '@countersign/capabilities';
import {
  digestOf,
  type Heard,
  intentOf,
  proposalStream,
  type RecordedEvent,
  type Service,
  systemPorts,
} from '@countersign/contracts';
import {
  type Action,
  type ProposalCommand,
  type ProposalEventData,
  type ProposalEventType,
  proposalId,
  subjectId,
  tenantId,
} from '@countersign/domain';
import { PostgresEventStore } from '@countersign/event-store';
import { type TestDatabase, testDatabase } from '@countersign/event-store/testing';
import {
  caseStreams,
  failureOf,
  type ProposalStreams,
  proposalStreams,
  streamCaches,
} from '@countersign/messaging';
import { loadPolicySet, type PolicyEngine, policyEngine } from '@countersign/policy';
import { Judge } from '../judgement/judge-and-reserve.js';
import type { ChargesByHand } from './charges-by-hand.js';

const tenant = tenantId('fjordlight');

export interface AskedRefund {
  readonly charge: string;
  readonly amountMinor: number;
  readonly lineId?: string;
  readonly customer?: string;
}

/** The gate's judgement on a real database, in as many workers as a test opens. */
export class GateWorld {
  private constructor(
    readonly database: TestDatabase,
    readonly store: PostgresEventStore,
    private readonly drafts: Readonly<Record<'gateway' | 'refund_specialist', PostgresEventStore>>,
    private readonly engine: PolicyEngine,
    private readonly stores: PostgresEventStore[],
  ) {}

  static async open(): Promise<GateWorld> {
    const database = await testDatabase();
    const store = new PostgresEventStore({ url: database.urls.countersign_policy_gate });
    const drafts = {
      gateway: new PostgresEventStore({ url: database.urls.countersign_gateway }),
      refund_specialist: new PostgresEventStore({ url: database.urls.countersign_refund_specialist }),
    };
    const policies = resolve(import.meta.dirname, '../../../../policies');
    return new GateWorld(
      database,
      store,
      drafts,
      policyEngine(await loadPolicySet(policies, capabilities.all)),
      [store, ...Object.values(drafts)],
    );
  }

  /** A worker of its own: own connection, own cache. */
  worker(charges: ChargesByHand): Judge {
    const store = new PostgresEventStore({ url: this.database.urls.countersign_policy_gate });
    this.stores.push(store);
    const ports = systemPorts();
    const caches = streamCaches();
    const proposals = proposalStreams({ store, ports, caches });
    const { engine } = this;
    return new Judge(proposals, {
      engine,
      reads: charges.reads(),
      store,
      cases: caseStreams({ store, ports, caches }),
      clock: ports.clock,
      patienceMs: 1_000,
    });
  }

  /** `forged`: what a drafting role gone wrong writes instead. */
  async drafted(
    asked: AskedRefund,
    forged: Partial<ProposalEventData<'ProposalDrafted'>> = {},
    by: 'gateway' | 'refund_specialist' = 'gateway',
  ): Promise<string> {
    const id = randomUUID();
    await this.#act(this.drafts[by], id, { type: 'draft', fact: { ...draftOf(id, asked), ...forged } });
    return id;
  }

  /** `by` replaces it; hears the event that says so. */
  async superseded(id: string, by: string): Promise<Heard<'ProposalSuperseded'>> {
    const at = new Date().toISOString();
    await this.#act(this.drafts.gateway, id, {
      type: 'supersede',
      by: proposalId(by),
      change: 'smaller',
      at,
    });
    const heard = (await this.events(id)).find(({ type }) => type === 'ProposalSuperseded');
    return heard as unknown as Heard<'ProposalSuperseded'>;
  }

  /** Another service does this to it; hears what it appended last. */
  async by<Type extends ProposalEventType>(
    service: Service,
    id: string,
    command: ProposalCommand,
  ): Promise<Heard<Type>> {
    const store = new PostgresEventStore({ url: this.database.urls[`countersign_${service}`] });
    this.stores.push(store);
    await this.#act(store, id, command);
    return (await this.events(id)).at(-1) as unknown as Heard<Type>;
  }

  /** The streams as the gate itself reads them. */
  proposals(): ProposalStreams {
    return proposalStreams({ store: this.store, ports: systemPorts(), caches: streamCaches() });
  }

  /** It is replaced, and what it held is given back. */
  async released(id: string): Promise<void> {
    await this.superseded(id, randomUUID());
    const proposals = proposalStreams({ store: this.store, ports: systemPorts(), caches: streamCaches() });
    const cause = { id: randomUUID(), correlationId: randomUUID() };
    const at = new Date().toISOString();
    await proposals.answer(cause, { tenant, id, rule: 'by-hand' }, () => ({
      commands: [{ type: 'release_reservation', at }],
      releases: ['*'],
    }));
  }

  /** The executor found that the permission no longer holds. */
  async voided(id: string): Promise<void> {
    const executor = new PostgresEventStore({ url: this.database.urls.countersign_executor });
    this.stores.push(executor);
    const fact = { code: 'policy_changed', message: 'The rules changed.', at: new Date().toISOString() };
    await this.#act(executor, id, { type: 'void_approval', fact });
  }

  /** Hears the draft, or that its permission was voided, and again for as long as the world is not ready, as the transport would. */
  async judged(judge: Judge, id: string): Promise<void> {
    const asks = ['ProposalDrafted', 'ApprovalVoided'];
    const heard = (await this.events(id)).findLast(({ type }) => asks.includes(type));
    if (heard === undefined) throw new Error(`${id} was not drafted.`);
    for (let tries = 1; ; tries += 1) {
      try {
        return await judge.of({ cause: heard, tenant, id });
      } catch (error) {
        if (failureOf(error).failureKind !== 'retryable' || tries > 50) throw error;
      }
    }
  }

  events(id: string): Promise<RecordedEvent[]> {
    return this.store.readStream(tenant, proposalStream(id));
  }

  async close(): Promise<void> {
    await Promise.all(this.stores.map((store) => store.close()));
    await this.database.dispose();
  }

  async #act(store: PostgresEventStore, id: string, command: ProposalCommand): Promise<void> {
    const proposals = proposalStreams({ store, ports: systemPorts(), caches: streamCaches() });
    const cause = { id: randomUUID(), correlationId: randomUUID() };
    const answer = await proposals.answer(cause, { tenant, id, rule: 'by-hand' }, () => ({
      commands: [command],
    }));
    if (answer.outcome !== 'appended') throw new Error(JSON.stringify(answer));
  }
}

/** What the gateway writes for an agent that asks for a refund. */
export function draftOf(
  id: string,
  { charge, amountMinor, lineId = '1', customer = 'ada' }: AskedRefund,
): ProposalEventData<'ProposalDrafted'> {
  const at = new Date().toISOString();
  const action: Action = {
    kind: 'refund.create',
    target: { type: 'charge', id: charge },
    arguments: { orderId: '4821', lines: [{ lineId, quantity: 1 }], reason: 'unopened_return' },
    money: { amountMinor, currency: 'EUR' },
    evidence: [],
    resourceVersions: [{ resource: 'orders/4821', version: '1' }],
  };
  return {
    proposalId: proposalId(id),
    tenant,
    customer: subjectId(customer),
    origin: { kind: 'agent', reference: 'r', requestHash: 'h' },
    author: { kind: 'agent', subject: subjectId('helpdesk-bot'), name: 'Helpdesk bot', roles: ['agent'] },
    startedBy: [subjectId('helpdesk-bot')],
    action,
    digest: digestOf(tenant, action),
    intent: intentOf(tenant, action),
    capability: { name: 'refunds', version: '1' },
    supersedes: 'none',
    draftedAt: at,
  };
}
