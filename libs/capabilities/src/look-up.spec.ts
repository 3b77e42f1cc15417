import type { Drafted, Sent } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import type { FoundOutcome } from './capability.js';
import { lookUp } from './look-up.js';

const lastSentAt = '2026-11-30T09:00:00.000Z';
/** By a reader that was told one minute. */
const byReader = '2026-11-30T09:01:00.000Z';
const bySender = '2026-11-30T09:03:00.000Z';
const evidence = {
  ...{ source: 'payments /v1/refunds', asked: 'refunds of charge ch_1', why: 'none among all 0 refunds' },
  ...{ readAt: '2026-11-30T09:05:00.000Z', complete: true, found: [] },
  absence: { basis: 'whole_listing', recordsRead: 0, lastSentAt, settledAt: byReader },
} as const;
const absent: FoundOutcome = { outcome: 'absent', evidence };
const draft = { proposalId: 'p1', action: { kind: 'refund.create' }, draftedAt: '2026-11-30T08:00:00.000Z' };

async function lookedUp(found: FoundOutcome, sent: Sent, at: string) {
  const asked: unknown[] = [];
  const reads = {
    findOutcome: async (...given: unknown[]) => {
      asked.push(...given);
      return found;
    },
  };
  const came = await lookUp(reads, { draft } as unknown as Drafted, { sent, nowMs: () => Date.parse(at) });
  return { came, asked };
}

describe('a look for what was sent', () => {
  const sent = { lastSentAt, settlesAt: bySender };

  it('that a reader calls absent is no answer while a call can still arrive by the word of who sent it', async () => {
    const early = { outcome: 'no_answer', code: 'too_early', asked: 'refunds of charge ch_1' };
    expect((await lookedUp(absent, sent, '2026-11-30T09:02:59.999Z')).came).toEqual(early);
  });

  it('is believed from then on, and the reason names the later of the two instants', async () => {
    const { came } = await lookedUp(absent, sent, bySender);
    expect(came).toEqual({
      outcome: 'absent',
      evidence: { ...evidence, absence: { ...evidence.absence, settledAt: bySender } },
    });
  });

  it('goes by the reader alone where its own window is the longer, or nobody who sent it said', async () => {
    const shorter = { lastSentAt, settlesAt: '2026-11-30T09:00:30.000Z' };
    expect((await lookedUp(absent, shorter, byReader)).came).toEqual(absent);
    expect((await lookedUp(absent, { lastSentAt }, lastSentAt)).came).toEqual(absent);
  });

  it('that found something is an answer at any time', async () => {
    for (const outcome of ['happened', 'undone', 'contradicts'] as const) {
      const found: FoundOutcome = { outcome, evidence };
      expect((await lookedUp(found, sent, lastSentAt)).came).toBe(found);
    }
  });

  it('asks by the operation and since when: the last send, or the draft where nothing was sent', async () => {
    expect((await lookedUp(absent, sent, bySender)).asked).toEqual(['p1', draft.action, lastSentAt]);
    const unsent = await lookedUp(absent, { lastSentAt: 'never' }, bySender);
    expect(unsent.asked).toEqual(['p1', draft.action, draft.draftedAt]);
  });
});
