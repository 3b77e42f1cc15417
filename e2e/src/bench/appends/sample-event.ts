import { randomUUID } from 'node:crypto';
import { canonicalJson, type NewEvent } from '@countersign/contracts';
import type { Append } from '@countersign/event-store';
import type { BareRow } from '../server/bare-table.js';

const note =
  'An unopened return of one article, asked for in the chat and found in the records of the shop. ';

/** Some 600 bytes of canonical data: what an event of a proposal weighs. */
function sampleEvent(): NewEvent {
  return {
    id: randomUUID(),
    type: 'ProposalDrafted',
    schemaVersion: 1,
    data: {
      proposalId: randomUUID(),
      customer: 'ada',
      action: { kind: 'refund.create', target: { type: 'charge', id: 'ch_4821' } },
      money: { amountMinor: 7_900, currency: 'EUR' },
      evidence: [1, 2].map((n) => ({ fact: `fact ${n}`, value: note, source: 'orders/4821', version: '1' })),
      digest: 'f'.repeat(64),
      draftedAt: '2026-11-29T10:00:00.000Z',
    },
    metadata: { causationId: randomUUID(), correlationId: randomUUID() },
  };
}

/** Each to a stream of its own. */
export function sampleAppend(tenant: string): Append {
  return { tenant, stream: `proposal-${randomUUID()}`, expectedVersion: 0, events: [sampleEvent()] };
}

/** The same bytes as a finished row. */
export function bareRowOf({ stream, events }: Append): BareRow {
  const [event] = events;
  if (event === undefined) throw new Error('A sample has an event.');
  const { id, type, data, metadata } = event;
  return {
    ...{ stream, version: 1, id, type },
    data: canonicalJson(data),
    metadata: canonicalJson(metadata),
  };
}

export const dataBytes = Buffer.byteLength(canonicalJson(sampleEvent().data));
