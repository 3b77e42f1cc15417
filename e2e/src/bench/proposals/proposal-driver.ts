import { randomUUID } from 'node:crypto';
import { proposalStream } from '@countersign/contracts';
import { PostgresEventStore } from '@countersign/event-store';
import type { BenchDatabase } from '../server/bench-server.js';
import { draftedFor } from './draft.js';
import { Person } from './person.js';
import { ProposalWatch } from './proposal-watch.js';

export interface DriverOptions {
  readonly database: BenchDatabase;
  readonly approvalsUrl: string;
  /** Of the customer. */
  readonly token: string;
}

/**
 * The outside of one system: an agent's draft under the gateway's role, and a customer who opens the card and
 * approves it over HTTP as soon as they are asked. A process of its own in relation to the services.
 */
export class ProposalDriver {
  readonly #gateway: PostgresEventStore;
  readonly #watch: ProposalWatch;
  readonly #person: Person;
  /** Operation ids of proposals seen completed. */
  readonly completed: string[] = [];
  /** What is older in the store was not made here. */
  readonly since = new Date().toISOString();

  constructor({ database, approvalsUrl, token }: DriverOptions) {
    this.#gateway = new PostgresEventStore({
      url: database.urls.countersign_gateway,
      applicationName: 'bench gateway',
    });
    this.#watch = new ProposalWatch(database.urls.countersign_reader);
    this.#person = new Person(approvalsUrl, token);
  }

  start(): Promise<void> {
    return this.#watch.start();
  }

  /** From draft to completed. */
  async carryThrough(charge: string): Promise<void> {
    const id = randomUUID();
    const asked = this.#watch.heard(id, 'ApprovalRequested');
    const done = this.#watch.heard(id, 'ProposalCompleted');
    // Met below; a wrong turn before that must not end the process.
    done.catch(() => undefined);
    asked.catch(() => undefined);
    const events = [await draftedFor(charge, id)];
    const stream = proposalStream(id);
    const answer = await this.#gateway.append({ tenant: 'fjordlight', stream, expectedVersion: 0, events });
    if (answer.outcome !== 'appended') throw new Error(`The draft was answered ${answer.outcome}.`);
    await asked;
    await this.#person.approve(id);
    await done;
    this.#watch.forget(id);
    this.completed.push(id);
  }

  async stop(): Promise<void> {
    this.#person.leave();
    await Promise.all([this.#watch.stop(), this.#gateway.close()]);
  }
}
