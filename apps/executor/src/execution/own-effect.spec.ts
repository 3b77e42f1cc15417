import type { ReadSides } from '@countersign/capabilities/reads';
import type { RecordedEvent } from '@countersign/contracts';
import type { Drafted } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { ownEffect } from './own-effect.js';

const startedAt = '2026-11-30T09:00:00.000Z';
const events = [{ type: 'ExecutionStarted', data: { startedAt } }] as unknown as RecordedEvent[];

function turnedAway(attempts: number): Drafted {
  const draft = {
    proposalId: 'p1',
    action: { kind: 'refund.create' },
    draftedAt: '2026-11-30T08:00:00.000Z',
  };
  return { attempts, draft } as unknown as Drafted;
}

async function ask(outcome: string, attempts = 1) {
  const asked: unknown[] = [];
  const findOutcome = async (...given: unknown[]) => {
    asked.push(...given);
    return { outcome };
  };
  const reads = { byKind: () => ({ findOutcome }) } as unknown as Pick<ReadSides, 'byKind'>;
  return { own: await ownEffect(reads, turnedAway(attempts), events), asked };
}

describe('the own effect of a call that was turned away, once its world has changed', () => {
  it.each([
    ['happened', 'there'],
    ['contradicts', 'there'],
    ['absent', 'absent'],
    ['no_answer', 'no_answer'],
  ])('%s is %s', async (outcome, own) => {
    expect((await ask(outcome)).own).toBe(own);
  });

  it('is asked for by the operation and the last time it was sent', async () => {
    expect((await ask('absent')).asked).toEqual(['p1', { kind: 'refund.create' }, startedAt]);
  });

  it('is not asked for where nothing was ever sent', async () => {
    expect(await ask('happened', 0)).toEqual({ own: 'never_sent', asked: [] });
  });
});
