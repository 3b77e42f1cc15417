import { randomUUID } from 'node:crypto';
import { canonicalJson } from '@countersign/contracts';
import { DEFAULT_KEYS } from '@countersign/sandbox/sandbox';
import pg from 'pg';
import { GroupCommits } from '../measure/group-commits.js';
import { type BareRow, bareTable, multiRowInsert } from '../server/bare-table.js';
import type { BenchDatabase } from '../server/bench-server.js';
import { finishedProposal } from '../server/finished-proposal.js';
import { amountMinor } from './records.js';

const table = 'bare_proposals';

/** Events by commit: the last two are one transition in the product, and so one here. */
export const transitions = [1, 1, 1, 1, 1, 1, 2] as const;

/**
 * The least that can be done for a proposal: the same rows in the same number of commits, grouped on one
 * connection as one multi-row insert, and the same two HTTP calls. No state, no rules, no reader.
 */
export class Floor {
  readonly completed: string[] = [];
  readonly #texts = finishedProposal().map(({ type, data }) => ({ type, data: canonicalJson(data) }));

  private constructor(
    private readonly client: pg.Client,
    private readonly commits: GroupCommits<readonly BareRow[]>,
    private readonly payments: string,
  ) {}

  static async start(database: BenchDatabase, payments: string): Promise<Floor> {
    await bareTable(database, table);
    const client = new pg.Client({ connectionString: database.adminUrl });
    client.on('error', () => undefined);
    await client.connect();
    const insert = multiRowInsert(client, table);
    return new Floor(client, new GroupCommits((batch) => insert(batch.flat())), payments);
  }

  async carryThrough(charge: string): Promise<void> {
    const id = randomUUID();
    let version = 0;
    for (const [at, count] of transitions.entries()) {
      await this.commits.add(this.#rows(id, version, count));
      version += count;
      // Between "started" and "succeeded", and between "succeeded" and "completed".
      if (at === 4) await this.#refund(charge, id);
      if (at === 5) await this.#readBack(charge, id);
    }
    this.completed.push(id);
  }

  stop(): Promise<void> {
    return this.client.end();
  }

  #rows(id: string, after: number, count: number): BareRow[] {
    const metadata = JSON.stringify({ causationId: id, correlationId: id });
    return this.#texts.slice(after, after + count).map(({ type, data }, at) => ({
      ...{ stream: `proposal-${id}`, version: after + at + 1, id: randomUUID(), type, data, metadata },
    }));
  }

  async #refund(charge: string, id: string): Promise<void> {
    const answer = await fetch(`${this.payments}/v1/refunds`, {
      method: 'POST',
      headers: { authorization: `Bearer ${DEFAULT_KEYS.payments}`, 'idempotency-key': id },
      body: new URLSearchParams({
        ...{ charge, amount: String(amountMinor), reason: 'requested_by_customer' },
        ...{ 'metadata[operation_id]': id, 'metadata[currency]': 'EUR' },
      }),
    });
    const { object } = (await answer.json()) as { object?: string };
    if (object !== 'refund') throw new Error(`The refund was answered ${answer.status}.`);
  }

  async #readBack(charge: string, id: string): Promise<void> {
    const answer = await fetch(`${this.payments}/v1/refunds?charge=${charge}&limit=100`, {
      headers: { authorization: `Bearer ${DEFAULT_KEYS.paymentsRead}` },
    });
    const { data } = (await answer.json()) as { data?: { metadata: Record<string, string> }[] };
    if (data?.length !== 1 || data[0]?.metadata['operation_id'] !== id)
      throw new Error(`The refund of ${charge} was not read back.`);
  }
}
