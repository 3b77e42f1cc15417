import type { ReadSides } from '@countersign/capabilities/reads';
import type { RecordedEvent } from '@countersign/contracts';
import type { Drafted } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { ownEffect } from './own-effect.js';

const startedAt = (attempt: number) => `2026-11-30T09:0${attempt}:00.000Z`;
const started = (attempt: number) => ({
  type: 'ExecutionStarted',
  data: { attempt, startedAt: startedAt(attempt) },
});
const evidence = { found: [] };

interface Sent {
  readonly attempts?: number;
  readonly attemptsWithoutEffect?: number;
  readonly answered?: number;
  readonly code?: string;
}

async function ask(outcome: string, { attempts = 1, attemptsWithoutEffect = 0, answered, code }: Sent = {}) {
  const asked: unknown[] = [];
  const findOutcome = async (...given: unknown[]) => {
    asked.push(...given);
    return { outcome, evidence, code };
  };
  const reads = { byKind: () => ({ findOutcome }) } as unknown as Pick<ReadSides, 'byKind'>;
  const draft = {
    proposalId: 'p1',
    action: { kind: 'refund.create' },
    draftedAt: '2026-11-30T08:00:00.000Z',
  };
  const proposal = { attempts, attemptsWithoutEffect, draft } as unknown as Drafted;
  const events = Array.from({ length: attempts }, (_, at) => started(at + 1)) as unknown as RecordedEvent[];
  const nowMs = () => Date.parse('2026-11-30T10:00:00.000Z');
  const about = { events, settleWindowMs: 60_000, nowMs, ...(answered === undefined ? {} : { answered }) };
  const own = await ownEffect(reads, proposal, about);
  return { own, asked };
}

describe('the own effect of a call that was turned away, once something else speaks against it', () => {
  it.each([
    ['happened', { outcome: 'there' }],
    ['contradicts', { outcome: 'there' }],
    ['undone', { outcome: 'there' }],
    ['absent', { outcome: 'absent', evidence }],
    ['no_answer', { outcome: 'no_answer' }],
  ])('%s', async (outcome, own) => {
    expect((await ask(outcome)).own).toEqual(own);
  });

  it('says from when on a look can answer, where it was made too early to prove anything', async () => {
    const own = { outcome: 'no_answer', answersAt: '2026-11-30T09:03:00.000Z' };
    expect((await ask('no_answer', { attempts: 2, code: 'too_early' })).own).toEqual(own);
    expect((await ask('no_answer', { code: 'unreachable' })).own).toEqual({ outcome: 'no_answer' });
  });

  it('is asked for by the operation and the last time it was sent', async () => {
    expect((await ask('absent', { attempts: 2 })).asked).toEqual([
      'p1',
      { kind: 'refund.create' },
      startedAt(2),
    ]);
  });

  it('is, after a refusal, that of the calls before the one that was refused', async () => {
    expect((await ask('absent', { attempts: 2, answered: 2 })).asked).toEqual([
      'p1',
      { kind: 'refund.create' },
      startedAt(1),
    ]);
  });

  it.each<[string, Sent]>([
    ['nothing was ever sent', { attempts: 0 }],
    ['what was sent is proven absent', { attempts: 2, attemptsWithoutEffect: 2 }],
    ['only the call that was refused was made (C23)', { attempts: 1, answered: 1 }],
    [
      'everything before the refused call is proven absent',
      { attempts: 2, attemptsWithoutEffect: 1, answered: 2 },
    ],
  ])('is not asked for where %s', async (_where, sent) => {
    expect(await ask('happened', sent)).toEqual({ own: { outcome: 'never_sent' }, asked: [] });
  });
});
