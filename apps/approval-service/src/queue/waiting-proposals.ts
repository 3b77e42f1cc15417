import { parseStream, type RecordedEvent, schemaVersionOf } from '@countersign/contracts';
import { evolveProposal, isFinal, noProposal, type Proposal, type ProposalEvent } from '@countersign/domain';
import { type Cursor, type EventStore, START } from '@countersign/event-store';
import type { Waiting } from './ranking.js';

const pageMax = 1_000;

/** What the queue shows of a proposal: its fold, as long as people are asked and none has ended the waiting. */
export function waitingOf(state: Proposal): Waiting | undefined {
  return state.status === 'awaiting_approval' && state.asked.status === 'asked' ? state : undefined;
}

/**
 * What waits, of every tenant, as a projection of the record: it holds nothing that a fresh one, read from the
 * start, would not hold. Every question first reads on from where the last one ended, so a list is as new as
 * the record. What has ended is kept by its tenant alone.
 */
export class WaitingProposals {
  readonly #tenants = new Map<string, string>();
  readonly #open = new Map<string, Map<string, Proposal>>();
  #cursor: Cursor = START;
  #reading: Promise<void> | undefined;

  constructor(private readonly store: Pick<EventStore, 'readAfter'>) {}

  /** Everything of one tenant that waits for a decision, in no particular order. */
  async of(tenant: string): Promise<readonly Waiting[]> {
    await this.catchUp();
    const states = [...(this.#open.get(tenant)?.values() ?? [])];
    return states.map(waitingOf).filter((state) => state !== undefined);
  }

  /** The tenant of a proposal, or undefined for a made-up id. */
  async tenantOf(proposalId: string): Promise<string | undefined> {
    if (!this.#tenants.has(proposalId)) await this.catchUp();
    return this.#tenants.get(proposalId);
  }

  /** Questions that come together read on once; one that comes later reads on again. */
  async catchUp(): Promise<void> {
    if (this.#reading !== undefined) await this.#reading.catch(() => undefined);
    this.#reading ??= this.#readOn().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const { events, cursor } = await this.store.readAfter(this.#cursor, pageMax);
      for (const event of events) this.#take(event);
      this.#cursor = cursor;
      if (events.length < pageMax) return;
    }
  }

  #take(event: RecordedEvent): void {
    const { category, id } = parseStream(event.stream);
    if (category !== 'proposal' || schemaVersionOf(event.type) === undefined) return;
    this.#tenants.set(id, event.tenant);
    const open = this.#open.get(event.tenant) ?? new Map<string, Proposal>();
    this.#open.set(event.tenant, open);
    const before = open.get(id) ?? (event.version === 1 ? noProposal : undefined);
    if (before === undefined) return;
    const state = evolveProposal(before, event as unknown as ProposalEvent);
    if (state.status === 'absent' || isFinal(state.status)) open.delete(id);
    else open.set(id, state);
  }
}
