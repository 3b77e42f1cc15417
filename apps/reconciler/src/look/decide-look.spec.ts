import type { FoundOutcome } from '@countersign/capabilities';
import type { RecordedEvent } from '@countersign/contracts';
import {
  decideProposal,
  evolveProposal,
  type Proposal,
  type ProposalEvent,
  parametersDiffer,
} from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import {
  allowed,
  evidence,
  exhausted,
  folded,
  receipt,
  refusedBy,
  started,
  succeeded,
  unknown,
} from '../testing/proposal-events.js';
import { decideLook, type Look } from './decide-look.js';
import { historyOf } from './history.js';
import type { LookLimits } from './schedule.js';

const id = 'p0000000-0000-4000-8000-000000000001';
const now = '2026-11-29T09:20:00.000Z';
const limits: LookLimits = {
  firstMs: 100,
  delaysMs: [1_000, 5_000],
  looksMax: 3,
  settleWindowMs: 60_000,
  sendsMax: 3,
  keyLifeMs: 82_800_000,
};
const another = { ...receipt, reference: 're_2' };

const found = {
  happened: { outcome: 'happened', evidence: evidence([receipt], now) },
  absent: { outcome: 'absent', evidence: evidence([], now) },
  contradicts: { outcome: 'contradicts', evidence: evidence([receipt, another], now) },
  unreachable: { outcome: 'no_answer', code: 'unreachable', asked: 'refunds' },
  too_early: { outcome: 'no_answer', code: 'too_early', asked: 'refunds' },
  incomplete: { outcome: 'no_answer', code: 'listing_incomplete', asked: 'refunds' },
} satisfies Record<string, FoundOutcome>;
type Finding = keyof typeof found;

const base = [...allowed(id), started(id)];
const states = {
  succeeded: [...base, succeeded()],
  unknown: [...base, unknown()],
  exhausted: [...base, exhausted()],
  refused: [...base, refusedBy(parametersDiffer)],
  refusedForGood: [...base, refusedBy('charge_disputed')],
  approved: allowed(id),
} satisfies Record<string, readonly ProposalEvent[]>;

/** A look on these events: what it appends, and how it goes on. */
function look(events: readonly ProposalEvent[], finding: Finding, over: Partial<Look> = {}) {
  const state = folded(events);
  const history = historyOf(events as unknown as readonly RecordedEvent[]);
  const given: Look = {
    ...{ state, found: found[finding], history, system: 'payments', limits },
    ...{ at: now, fraction: 0, askedBy: 'schedule' as const, ...over },
  };
  const work = decideLook(given);
  if (work === 'nothing') return { appended: [] as ProposalEvent[], types: 'nothing', next: undefined, work };
  let current: Proposal = state;
  const appended: ProposalEvent[] = [];
  for (const command of work.commands) {
    const decision = decideProposal(command, current);
    if (decision.outcome === 'refused') throw new Error(`${command.type}: ${decision.code}`);
    if (decision.outcome === 'already_done') continue;
    appended.push(...decision.events);
    current = decision.events.reduce(evolveProposal, current);
  }
  const next = work.timers?.[0]?.dueAt;
  const types = appended.map((event) => nameOf(event)).join(' ');
  return { appended, types, next: typeof next === 'object' ? next.inMs : undefined, work };
}

function nameOf(event: ProposalEvent): string {
  if (event.type === 'OutcomeReconciled') return event.data.finding;
  if (event.type === 'ReviewRequested') return event.data.reason;
  return event.type === 'TargetLooked' ? `looked:${event.data.code}` : event.type;
}

/** The events after this many looks that found this. */
function after(events: readonly ProposalEvent[], ...findings: readonly Finding[]): readonly ProposalEvent[] {
  const all = [...events];
  for (const finding of findings) all.push(...look(all, finding).appended);
  return all;
}

describe('one look, by phase and finding', () => {
  it.each<[keyof typeof states, Finding, string, number | undefined]>([
    ['succeeded', 'happened', 'looked:happened ProposalCompleted', undefined],
    ['succeeded', 'absent', 'looked:absent', 100],
    ['succeeded', 'unreachable', 'looked:unreachable', 100],
    ['succeeded', 'contradicts', 'looked:contradicts read_back_contradicts inconclusive', 5_000],
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
    ['refusedForGood', 'happened', 'nothing', undefined],
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
  it('asks a person after so many looks of one kind, counting unreachable and inconclusive apart', () => {
    const mixed = after(states.unknown, 'unreachable', 'unreachable', 'incomplete', 'incomplete');
    expect(folded(mixed).status).toBe('outcome_unknown');
    expect(look(mixed, 'unreachable').types).toBe('looked:unreachable outcome_still_unknown');
    expect(look(mixed, 'incomplete').types).toBe('looked:listing_incomplete outcome_still_unknown');
  });
  it('waits for the settle window to pass instead of asking into it', () => {
    const at = '2026-11-29T09:12:20.000Z';
    expect(look(states.unknown, 'too_early', { at })).toMatchObject({
      types: 'looked:too_early',
      next: 40_001,
    });
  });
  it('leaves the schedule alone when a person looks, and never asks for a person then', () => {
    const events = after(states.unknown, 'unreachable', 'unreachable');
    const { types, next } = look(events, 'unreachable', { askedBy: 'person' });
    expect([types, next]).toEqual(['looked:unreachable', undefined]);
  });
  it('does not send again past the life of the provider’s key, nor more often than the limit', () => {
    const at = '2026-11-30T09:12:01.000Z';
    const late = look(states.unknown, 'absent', { at });
    expect(late.types).toBe('looked:absent outcome_still_unknown inconclusive');
    expect(late.appended[1]?.data).toMatchObject({ code: 'key_forgotten' });
    expect(late.appended[1]?.data).not.toHaveProperty('allowedSteps', expect.arrayContaining(['send_again']));
    const thrice = [
      ...base,
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
  const waiting = after(states.unknown, 'unreachable', 'unreachable', 'unreachable');
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
    const asked = after(states.succeeded, 'unreachable', 'unreachable', 'unreachable');
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
    const events = [...after(states.unknown, 'unreachable', 'unreachable', 'unreachable'), recorded];
    expect(folded(events).status).toBe('succeeded');
    expect(look(events, 'absent').types).toBe('looked:absent read_back_contradicts inconclusive');
    expect(look(events, 'happened').types).toBe('looked:happened ProposalCompleted');
    expect(look(events, 'unreachable').types).toBe('looked:unreachable');
  });
});

describe('what a person is told', () => {
  it('says what was seen and when, and never takes no answer for nothing there', () => {
    const asked = look(after(states.unknown, 'unreachable', 'unreachable'), 'unreachable').appended[1];
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
