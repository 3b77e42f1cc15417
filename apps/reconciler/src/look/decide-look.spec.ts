import type { ProposalEvent } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { after, type Finding, hourLater, id, look, now, outage, states } from '../testing/look-by-hand.js';
import { folded, started, startedBy, unknown } from '../testing/proposal-events.js';

describe('one look, by phase and finding', () => {
  it.each<[keyof typeof states, Finding, string, number | undefined]>([
    ['succeeded', 'happened', 'looked:happened ProposalCompleted', undefined],
    ['succeeded', 'absent', 'looked:absent', 100],
    ['succeeded', 'unreachable', 'looked:unreachable', 100],
    ['succeeded', 'contradicts', 'looked:contradicts read_back_contradicts inconclusive', 5_000],
    ['succeeded', 'undone', 'looked:undone effect_failed', undefined],
    ['unknown', 'undone', 'looked:undone effect_failed', undefined],
    ['exhausted', 'undone', 'looked:undone effect_failed', undefined],
    ['unknown', 'happened', 'looked:happened happened ProposalCompleted', undefined],
    ['unknown', 'absent', 'looked:absent did_not_happen', undefined],
    ['unknown', 'unreachable', 'looked:unreachable', 100],
    ['unknown', 'contradicts', 'looked:contradicts read_back_contradicts inconclusive', 5_000],
    ['exhausted', 'happened', 'looked:happened retries_exhausted happened ProposalCompleted', undefined],
    ['exhausted', 'absent', 'looked:absent retries_exhausted inconclusive', 5_000],
    ['exhausted', 'unreachable', 'looked:unreachable retries_exhausted', 5_000],
    ['exhausted', 'contradicts', 'looked:contradicts read_back_contradicts inconclusive', 5_000],
    ['refused', 'happened', 'looked:happened parameters_differ', undefined],
    ['refused', 'absent', 'looked:absent parameters_differ inconclusive', undefined],
    ['refused', 'contradicts', 'looked:contradicts parameters_differ inconclusive', undefined],
    ['refusedForGood', 'happened', 'looked:happened ProposalReopened read_back_contradicts', 5_000],
    ['refusedForGood', 'contradicts', 'looked:contradicts ProposalReopened read_back_contradicts', 5_000],
    ['refusedForGood', 'undone', 'looked:undone', undefined],
    ['refusedForGood', 'absent', 'looked:absent', undefined],
    ['refusedForGood', 'unreachable', 'looked:unreachable', 100],
    ['refusedForGood', 'off', 'looked:look_ups_off', undefined],
    ['approved', 'happened', 'nothing', undefined],
  ])('%s and %s: %s, next in %s ms', (phase, finding, types, next) => {
    expect(look(states[phase], finding)).toMatchObject({ types, next });
  });
});

describe('the schedule', () => {
  it('waits first, then along its list, with up to a tenth of jitter', () => {
    expect(look(after(states.unknown, 'unreachable'), 'unreachable')).toMatchObject({ next: 1_000 });
    expect(look(states.unknown, 'unreachable', { fraction: 0.999_999 })).toMatchObject({ next: 110 });
  });
  it('asks a person after so many answered looks that settle nothing, whatever outages lie between', () => {
    const mixed = after(states.unknown, 'incomplete', ...Array(9).fill('unreachable'), 'incomplete');
    expect(folded(mixed).status).toBe('outcome_unknown');
    expect(look(mixed, 'unreachable').types).toBe('looked:unreachable');
    expect(look(mixed, 'incomplete').types).toBe('looked:listing_incomplete outcome_still_unknown');
  });
  it('asks a person when an outage lasts too long, counted in time from its first look, and not in tries', () => {
    const down = after(states.unknown, 'unreachable', ...Array(20).fill('unreachable'));
    expect(folded(down).status).toBe('outcome_unknown');
    const before = { at: '2026-11-29T10:19:59.999Z' };
    const over = { at: '2026-11-29T10:20:00.000Z' };
    expect(look(down, 'unreachable', before).types).toBe('looked:unreachable');
    expect(look(down, 'unreachable', over).types).toBe('looked:unreachable outcome_still_unknown');
    expect(look([...down, ...look(down, 'incomplete').appended], 'unreachable', over).types).toBe(
      'looked:unreachable',
    );
  });
  it('waits for the settle window to pass instead of asking into it', () => {
    const at = '2026-11-29T09:12:20.000Z';
    expect(look(states.unknown, 'too_early', { at })).toMatchObject({
      types: 'looked:too_early',
      next: 40_001,
    });
  });
  it('waits for longer where whoever sent it said so: its request may arrive until then', () => {
    const at = '2026-11-29T09:12:20.000Z';
    const slowly = startedBy(id, '2026-11-29T09:12:00.000Z', '2026-11-29T09:14:00.000Z');
    const events = [...states.approved, slowly, unknown()];
    expect(look(events, 'too_early', { at })).toMatchObject({ types: 'looked:too_early', next: 100_001 });
    expect(() => look(events, 'absent')).toThrow('evidence_missing');
  });
  it('leaves the schedule alone when a person looks, and never asks for a person then', () => {
    const events = after(states.unknown, 'incomplete', 'incomplete');
    const { types, next } = look(events, 'incomplete', { askedBy: 'person' });
    expect([types, next]).toEqual(['looked:listing_incomplete', undefined]);
  });
  it('C15: asks a person once nothing may be sent any more, also where nothing can be looked up', () => {
    const at = '2026-11-30T09:12:01.000Z';
    for (const finding of ['unreachable', 'off'] as const) {
      const late = look(states.unknown, finding, { at });
      expect(late.types).toMatch(/^looked:\w+ outcome_still_unknown$/);
      expect(late.appended[1]?.data).toMatchObject({ code: 'key_forgotten' });
      expect(late.appended[1]?.data).not.toHaveProperty(
        'allowedSteps',
        expect.arrayContaining(['send_again']),
      );
    }
  });
  it('does not send again past the life of the provider’s key, nor more often than the limit', () => {
    const at = '2026-11-30T09:12:01.000Z';
    const late = look(states.unknown, 'absent', { at });
    expect(late.types).toBe('looked:absent outcome_still_unknown inconclusive');
    expect(late.appended[1]?.data).toMatchObject({ code: 'key_forgotten' });
    expect(late.appended[1]?.data).not.toHaveProperty('allowedSteps', expect.arrayContaining(['send_again']));
    const thrice = [
      ...states.unknown.slice(0, 3),
      unknown(),
      ...after(states.unknown, 'absent').slice(4),
      started(id, 2),
      unknown(2),
    ];
    const third = [...after(thrice, 'absent'), started(id, 3), unknown(3)];
    const tooOften = look(third, 'absent');
    expect(tooOften.types).toBe('looked:absent outcome_still_unknown inconclusive');
    expect(tooOften.appended[1]?.data).toMatchObject({
      allowedSteps: expect.arrayContaining(['send_again']),
    });
  });
});

describe('while a person is asked', () => {
  const waiting = outage(states.unknown);
  it('goes on at the slowest pace and settles itself when the target answers', () => {
    expect(folded(waiting).status).toBe('in_review');
    expect(look(waiting, 'unreachable')).toMatchObject({ types: 'looked:unreachable', next: 5_000 });
    expect(look(waiting, 'happened').types).toBe('looked:happened happened ProposalCompleted');
    expect(look(waiting, 'absent').types).toBe('looked:absent did_not_happen');
  });
  it('stops by itself after a week', () => {
    expect(look(waiting, 'unreachable', { at: '2026-12-07T09:20:00.000Z' }).next).toBeUndefined();
  });
  it('never calls absent what was claimed, given up or refused', () => {
    for (const events of [states.succeeded, states.exhausted, states.refused]) {
      const asked = after(events, 'contradicts');
      expect(look(asked, 'absent').types).toBe('looked:absent inconclusive');
      expect(look(after(asked, 'absent'), 'absent').types).toBe('looked:absent');
    }
  });
  it('leaves what was refused for differing parameters to a person, whatever is found', () => {
    expect(look(after(states.refused, 'absent'), 'happened')).toMatchObject({
      types: 'looked:happened',
      next: undefined,
    });
  });
});

describe('a claim that is not read back', () => {
  it('is contradicted by a second whole listing without it', () => {
    expect(look(after(states.succeeded, 'absent'), 'absent').types).toBe(
      'looked:absent read_back_contradicts inconclusive',
    );
  });
  it('and could not be read for long is not called absent later, so it is not sent again', () => {
    const asked = outage(states.succeeded);
    expect(folded(asked)).toMatchObject({ status: 'in_review', review: { reason: 'outcome_still_unknown' } });
    expect(look(asked, 'absent').types).toBe('looked:absent inconclusive');
    expect(look(asked, 'happened').types).toBe('looked:happened happened ProposalCompleted');
  });
  it('of two operators is contradicted by the first', () => {
    const by = {
      subject: 'sam',
      name: 'Sam',
      kind: 'staff',
      roles: ['operator'],
      authenticatedAt: now,
      methods: [],
    };
    const recorded = {
      type: 'OperatorResolved',
      data: { step: 'record_happened', proposedBy: 'priya', by, evidence: 're_9', reason: 'seen', at: now },
    } as unknown as ProposalEvent;
    const events = [...outage(states.unknown), recorded];
    expect(folded(events).status).toBe('succeeded');
    expect(look(events, 'absent').types).toBe('looked:absent read_back_contradicts inconclusive');
    expect(look(events, 'happened').types).toBe('looked:happened ProposalCompleted');
    expect(look(events, 'unreachable').types).toBe('looked:unreachable');
  });
});

describe('what a person is told', () => {
  it('says what was seen and when, and never takes no answer for nothing there', () => {
    const asked = look(after(states.unknown, 'unreachable'), 'unreachable', { at: hourLater }).appended[1];
    expect(asked?.data).toMatchObject({
      incidentKey: 'payments:unreachable',
      lastKnownState: 'No answer from payments (unreachable); asked for refunds.',
      readAt: 'never',
      allowedSteps: ['look_again', 'record_happened', 'record_did_not_happen'],
    });
    expect(look(states.succeeded, 'contradicts').appended[1]?.data).toMatchObject({
      incidentKey: 'payments:contradicting',
      lastKnownState:
        'payments holds something else than was approved: re_1 79.00 EUR (succeeded), re_2 79.00 EUR (succeeded).',
      readAt: now,
    });
    expect(look(states.refused, 'absent').appended[1]?.data).toMatchObject({ incidentKey: `proposal:${id}` });
  });
});
