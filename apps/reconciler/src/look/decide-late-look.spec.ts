import type { ProposalEvent } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { after, type Finding, look, now, states } from '../testing/look-by-hand.js';
import { folded } from '../testing/proposal-events.js';

const completed = after(states.succeeded, 'happened');
const accepted = after(states.succeeded, 'pending');
const hours = (count: number) => new Date(Date.parse(now) + count * 3_600_000).toISOString();

const reported = (
  says: 'effect_failed' | 'effect_succeeded' | 'target_disputed',
  reportId = 'evt_1',
): ProposalEvent => ({
  type: 'TargetReported',
  data: { reportId, says, reference: 're_1', code: 'declined', saidAt: now, at: now },
});

describe('a completion', () => {
  it('of what has settled is not looked at again', () => {
    expect(look(states.succeeded, 'happened').work).not.toHaveProperty('timers');
  });
  it('of what was only accepted is looked at on a slow schedule, until it has settled (C21)', () => {
    const timer = { task: 'late-look', dueAt: { inMs: 3_600_000 } };
    expect(look(states.succeeded, 'pending').work).toMatchObject({ timers: [timer] });
    expect(look(states.unknown, 'pending').work).toMatchObject({ timers: [timer] });
    expect(look(accepted, 'pending')).toMatchObject({ types: 'looked:pending', next: 86_400_000 });
    expect(look(accepted, 'unreachable')).toMatchObject({ types: 'looked:unreachable', next: 86_400_000 });
    const settled = look(accepted, 'happened');
    expect(settled).toMatchObject({ types: 'looked:settled', next: undefined });
    expect(settled.work).toMatchObject({ timersCancelled: [expect.stringMatching(/^late-look:/)] });
  });
  it('of what is contested already is looked at again at once', () => {
    expect(look(states.succeeded, 'disputed')).toMatchObject({ next: 100 });
  });
});

describe('a look at what was completed', () => {
  it.each<[Finding, string]>([
    ['undone', 'looked:undone ProposalReopened effect_failed'],
    ['contradicts', 'looked:contradicts ProposalReopened read_back_contradicts'],
    ['disputed', 'looked:happened ProposalReopened target_disputed'],
    ['absent', 'looked:absent'],
    ['unreachable', 'looked:unreachable'],
    ['off', 'looked:look_ups_off'],
  ])('that finds %s: %s', (finding, types) => {
    expect(look(completed, finding).types).toBe(types);
  });
  it('takes it back only when a second whole listing lacks it', () => {
    expect(look(after(completed, 'absent'), 'absent').types).toBe(
      'looked:absent ProposalReopened read_back_contradicts',
    );
  });
  it('calls a missing effect missing, however old the completion is by then', () => {
    const late = { at: hours(30 * 24) };
    const once = look(accepted, 'absent', late);
    expect(once).toMatchObject({ types: 'looked:absent', next: 100 });
    const twice = look([...accepted, ...once.appended], 'absent', late);
    expect(twice.types).toBe('looked:absent ProposalReopened read_back_contradicts');
    expect(twice.appended[1]?.data).toMatchObject({ because: 'effect_missing' });
  });
  it('does not call it missing when it was read in between: two listings that lacked it must follow each other', () => {
    expect(look(after(accepted, 'absent', 'pending'), 'absent').types).toBe('looked:absent');
  });
  it('takes nothing back because time has passed: it has a person asked, and says what is known', () => {
    const late = look(accepted, 'pending', { at: hours(30 * 24) });
    expect(late.types).toBe('looked:pending ProposalReopened never_settled');
    expect(look(accepted, 'unreachable', { at: hours(30 * 24) }).types).toBe(
      'looked:unreachable ProposalReopened never_settled',
    );
    expect(look([...accepted, ...late.appended], 'pending').types).toBe('looked:happened');
    expect(look([...accepted, ...late.appended], 'happened').types).toBe(
      'looked:happened happened ProposalCompleted',
    );
  });
  it('never offers to send it again', () => {
    for (const finding of ['undone', 'contradicts', 'disputed'] as const) {
      const asked = look(completed, finding).appended.at(-1);
      expect(asked?.data).not.toHaveProperty('allowedSteps', expect.arrayContaining(['send_again']));
      expect(look([...completed, ...look(completed, finding).appended], 'absent').types).not.toMatch(
        /did_not_happen/,
      );
    }
  });
});

describe('what the target says by itself', () => {
  it('is believed of nothing: what is read back decides, whichever way', () => {
    expect(look([...completed, reported('effect_succeeded')], 'undone').types).toBe(
      'looked:undone ProposalReopened effect_failed',
    );
    expect(look([...completed, reported('effect_failed')], 'happened').types).toBe('looked:settled');
  });
  it('is looked at again soon while the record says otherwise, and not for ever', () => {
    const said = [...completed, reported('effect_failed')];
    expect(look(said, 'happened').next).toBe(100);
    expect(look(after(said, 'happened'), 'happened').next).toBe(1_000);
    expect(look(after(said, 'happened', 'happened'), 'happened').next).toBeUndefined();
  });
  it('is looked at again soon while there is no answer, for as long as an outage may last', () => {
    const said = [...completed, reported('effect_failed')];
    expect(look(said, 'unreachable').next).toBe(100);
    expect(look(said, 'unreachable', { at: hours(1) }).next).toBe(86_400_000);
  });
  it('of a dispute is looked for again soon while the record does not show it yet, and not for ever (C23)', () => {
    const said = [...completed, reported('target_disputed')];
    expect(look(said, 'happened')).toMatchObject({ types: 'looked:settled', next: 100 });
    expect(look(after(said, 'happened'), 'disputed').types).toBe(
      'looked:happened ProposalReopened target_disputed',
    );
    expect(look(after(said, 'happened', 'happened'), 'happened').next).toBeUndefined();
  });
  it('of a dispute is brought to a person once, and again when another one is reported', () => {
    const disputed = after([...completed, reported('target_disputed')], 'disputed');
    expect(folded(disputed)).toMatchObject({ status: 'in_review', after: 'completion' });
    const resolved = [...disputed, ...recordedByTwo];
    const stands = after(resolved, 'disputed');
    expect(folded(stands).status).toBe('completed');
    expect(look(stands, 'disputed').types).toBe('looked:settled');
    expect(look([...stands, reported('target_disputed', 'evt_2')], 'disputed').types).toBe(
      'looked:happened ProposalReopened target_disputed',
    );
  });
});

describe('in the queue', () => {
  it('a dispute is not settled by reading that the effect stands, and the failing of the effect is news', () => {
    const disputed = after(completed, 'disputed');
    expect(look(disputed, 'happened').types).toBe('looked:happened');
    expect(look(disputed, 'undone').types).toBe('looked:undone effect_failed');
    expect(look(disputed, 'happened').next).toBeUndefined();
  });
  it('an effect that stands after all settles itself', () => {
    const undone = after(completed, 'undone');
    expect(folded(undone)).toMatchObject({ status: 'in_review', after: 'undone' });
    expect(look(undone, 'undone')).toMatchObject({ types: 'looked:undone', next: undefined });
    expect(look(undone, 'happened').types).toBe('looked:happened happened ProposalCompleted');
  });
});

const by = {
  subject: 'sam',
  name: 'Sam',
  kind: 'staff',
  roles: ['operator'],
  authenticatedAt: now,
  methods: [],
};
const recordedByTwo = [
  {
    type: 'OperatorResolved',
    data: {
      step: 'record_happened',
      proposedBy: 'priya',
      by,
      evidence: 're_1',
      reason: 'it stands',
      at: now,
    },
  },
] as unknown as readonly ProposalEvent[];
