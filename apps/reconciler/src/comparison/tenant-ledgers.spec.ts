import type { FoundOutcome } from '@countersign/capabilities';
import { type ProposalEvent, tenantId } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import {
  allowed,
  evidence,
  folded,
  nothingThere,
  receipt,
  startedBy,
  succeeded,
} from '../testing/proposal-events.js';
import { type LedgerPorts, tenantLedgers } from './tenant-ledgers.js';

const id = '11111111-1111-4111-8111-111111111111';
const sentAt = '2026-11-29T09:12:00.000Z';
/** By the word of whoever sent it; the reader's own window ends two minutes earlier. */
const settlesAt = '2026-11-29T09:15:00.000Z';
const readBack: ProposalEvent = {
  type: 'ProposalCompleted',
  data: { receipt, evidence: evidence([receipt], sentAt), at: sentAt },
};
const events = [...allowed(id), startedBy(id, sentAt, settlesAt), succeeded(), readBack];

/** Judged again, of a window in which nothing was listed for an operation that our record calls done. */
async function confirmed(found: FoundOutcome | 'broken', now: string) {
  const ports = {
    proposals: { load: async () => ({ state: folded(events), version: 5, events }) },
    nowMs: () => Date.parse(now),
  } as unknown as LedgerPorts;
  const findOutcome = async () => {
    if (found === 'broken') throw new Error('no connection');
    return found;
  };
  const window = { from: '2026-11-29T09:00:00.000Z', to: '2026-11-29T09:14:00.000Z' };
  const target = { system: 'payments', list: async () => Promise.reject(new Error('not listed')) };
  const ledgers = tenantLedgers(ports, {
    ...{ tenant: tenantId('fjordlight'), window, bandMs: 1_000 },
    target: { ...target, readsOf: () => ({ findOutcome }) },
  });
  const came = await ledgers.confirm({ operationId: id, effects: [] });
  return came.outcome === 'judged' ? came.judged : came;
}

describe('an operation of ours that a listing does not show', () => {
  const absent = { outcome: 'absent', evidence: nothingThere('2026-11-29T09:14:30.000Z') } as const;

  it('is not called missing while the call can still arrive by the word of who sent it', async () => {
    expect(await confirmed(absent, '2026-11-29T09:14:59.999Z')).toEqual({ verdict: 'undecided' });
  });

  it('is missing from then on, where the target holds nothing of it', async () => {
    expect(await confirmed(absent, settlesAt)).toEqual({ verdict: 'differs', kind: 'effect_missing' });
  });

  it('lies elsewhere where the target does hold it, at any time', async () => {
    const found = { outcome: 'happened', evidence: evidence([receipt], sentAt) } as const;
    expect(await confirmed(found, sentAt)).toEqual({ verdict: 'elsewhere' });
  });

  it('leaves the window to be compared later where the look breaks', async () => {
    expect(await confirmed('broken', settlesAt)).toEqual({ outcome: 'no_answer', code: 'look_failed' });
  });
});
