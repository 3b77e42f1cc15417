import type { ProposalCommand } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import {
  at,
  consent,
  draftOf,
  folded,
  grantBy,
  id,
  jonas,
  manager,
  maya,
  nine,
  priya,
  secondManager,
  verdictOf,
  waiting,
} from '../testing/samples.js';
import { decisionCodes } from './decision-codes.js';
import { sentenceOf } from './sentences.js';
import { refusal, toldDecision } from './told-decision.js';

const asked = (...requirements: Parameters<typeof verdictOf>) =>
  [
    { type: 'draft', fact: draftOf(id) },
    { type: 'decide_policy', fact: verdictOf(...requirements) },
    { type: 'request_approval', at: nine },
  ] as const;
const drafted = (...commands: readonly ProposalCommand[]) => {
  const state = folded(...commands);
  if (state.status === 'absent') throw new Error('absent');
  return state;
};

describe('a recorded decision, told', () => {
  it('says what was approved and that it is checked once more', () => {
    const told = toldDecision(drafted(...asked(manager), grantBy(maya)), 'maya', false);
    expect(told).toMatchObject({
      decision: 'approve',
      slot: 'support-manager',
      stillNeeded: [],
      state: 'approved',
    });
    expect(told?.sentence).toBe(
      'You approved 42.00 EUR at 2026-11-29 09:10:00 UTC. It is checked once more, then sent.',
    );
  });

  it('says that another signature is needed, and whose not', () => {
    const told = toldDecision(drafted(...asked(manager, secondManager), grantBy(maya)), 'maya', false);
    expect(told?.stillNeeded).toEqual(['the approval of a support manager']);
    expect(told?.sentence).toContain('One more is needed, not yours');
  });

  it('says to whoever repeats it that nothing was done twice (C06)', () => {
    const told = toldDecision(drafted(...asked(manager), grantBy(maya)), 'maya', true);
    expect(told?.sentence).toBe(
      'You already approved this at 2026-11-29 09:10:00 UTC. Nothing was done twice.',
    );
  });

  it('is nothing for whoever did not decide', () => {
    expect(toldDecision(waiting(), 'maya', false)).toBeUndefined();
  });
});

describe('a refusal, told', () => {
  it('names who was first, and how (S04)', () => {
    const approved = drafted(...asked(manager), grantBy(priya));
    const by = { ...jonas, roles: ['support_manager'] };
    const { digest } = draftOf(id);
    const rejected = drafted(...asked(manager), {
      ...{ type: 'reject', slot: manager.slot, digest, by, reason: 'no', noteToCustomer: '', at: at(3) },
    });
    expect(sentenceOf('already_decided', { state: approved, at: at(11) })).toBe(
      'Already decided by Priya Nair, who approved this at 2026-11-29 09:10:00 UTC. Your decision was not recorded.',
    );
    expect(sentenceOf('already_decided', { state: rejected, at: at(11) })).toContain(
      'Jonas Weber, who rejected this',
    );
  });

  it('tells an expiry from a no', () => {
    expect(sentenceOf('expired', { state: waiting(), at: at(241) })).toBe(
      'This expired at 2026-11-29 13:00:00 UTC. Your decision came at 2026-11-29 13:01:00 UTC. Nobody decided; it was not rejected. Nothing was sent.',
    );
  });

  it('names the successor (S05) and what changed (C58)', () => {
    const by = draftOf('9a1e55aa-7d0e-5c11-8f6b-2b6a4c1f4822').proposalId;
    const state = drafted(...asked(consent), {
      type: 'supersede',
      by,
      change: '42.00 instead of 79.00 EUR',
      at: at(1),
    });
    expect(refusal('superseded', { state, at: at(2) })).toMatchObject({
      replacedBy: by,
      message: `Replaced at 2026-11-29 09:01:00 UTC by ${by}: 42.00 instead of 79.00 EUR. Your decision was not recorded.`,
    });
    expect(
      refusal('stale', { state, at: at(2), differences: ['order 4821 is now version 4'] }),
    ).toMatchObject({
      differences: ['order 4821 is now version 4'],
      message: 'Order 4821 is now version 4. Your approval was not recorded.',
    });
  });

  it('has a sentence for every code, also when nothing is known of the proposal', () => {
    for (const code of decisionCodes) expect(sentenceOf(code, { at: nine })).toMatch(/^[A-Z].+\.$/);
  });
});
