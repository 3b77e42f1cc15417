import { callsInDoubt, type ProposalEvent } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { after, type Finding, look, now, states } from '../testing/look-by-hand.js';
import { allowed, folded, receipt } from '../testing/proposal-events.js';

const hours = (count: number) => new Date(Date.parse(now) + count * 3_600_000).toISOString();
const reported = (says: 'effect_succeeded' | 'effect_failed' | 'target_disputed'): ProposalEvent => ({
  type: 'TargetReported',
  data: { reportId: 'evt_1', says, reference: 're_1', code: 'succeeded', saidAt: now, at: now },
});
const cameLate: ProposalEvent = {
  type: 'ResultCameLate',
  data: { attempt: 1, worker: 'w', class: 'succeeded', code: 'succeeded', receipt, at: now },
};
const people = {
  ...{ subject: 'sam', name: 'Sam', kind: 'staff', roles: ['operator'], authenticatedAt: now, methods: [] },
};
const closed = [
  ...after(states.exhausted, 'unreachable'),
  {
    type: 'OperatorResolved',
    data: {
      ...{ step: 'record_did_not_happen', proposedBy: 'priya', by: people, evidence: 'dashboard' },
      ...{ reason: 'none there', at: now },
    },
  },
] as unknown as readonly ProposalEvent[];
/** Believed of a whole listing that it had no effect. */
const absent = after(states.unknown, 'absent');
const withdrawn: readonly ProposalEvent[] = [
  ...absent,
  { type: 'ApprovalVoided', data: { code: 'rights_withdrawn', message: 'Rights went.', at: now } },
];
const verdict = (over: object) => {
  const decided = allowed('p')[1];
  return { ...decided, data: { ...decided?.data, ...over } } as ProposalEvent;
};
const manager = { slot: 'manager', basis: 'approval', role: 'support_manager' };
const askedAnew = [...withdrawn, verdict({ verdict: 'requirements', requirements: [manager] })];
const ends = {
  failed: states.refusedForGood,
  closed,
  superseded: [
    ...absent,
    { type: 'ProposalSuperseded', data: { by: 'p2', change: '42.00 EUR instead of 79.00 EUR', at: now } },
  ],
  rejected: [...askedAnew, { type: 'ApprovalRejected', data: { slot: 'manager', by: people, at: now } }],
  expired: [...askedAnew, { type: 'ApprovalExpired', data: { expiresAt: now, at: now } }],
  denied: [...withdrawn, verdict({ verdict: 'deny' })],
  duplicate: [...withdrawn, { type: 'ProposalMarkedDuplicate', data: { of: 'p0', at: now } }],
  being_checked: withdrawn,
  awaiting_approval: askedAnew,
} as unknown as Readonly<Record<string, readonly ProposalEvent[]>>;
const endOf = (end: string) => ends[end] ?? [];

describe.each(Object.keys(ends))('a proposal that is %s, and is said to have an effect after all', (end) => {
  const said = [...endOf(end), reported('effect_succeeded')];

  it('is reopened on what is read, and a person is asked', () => {
    expect(folded(endOf(end)).status).toBe(end);
    const found = look(said, 'happened');
    expect(found.types).toBe('looked:happened ProposalReopened read_back_contradicts');
    expect(found.appended[1]?.data).toMatchObject({ because: 'effect_found', report: 'evt_1' });
    expect(found.appended[2]?.data).not.toHaveProperty(
      'allowedSteps',
      expect.arrayContaining(['send_again']),
    );
    expect(folded([...said, ...found.appended])).toMatchObject({
      status: 'in_review',
      after: 'completion',
    });
  });

  it('is reopened also where more is there than was asked for, and on the word of a worker who came late', () => {
    expect(look(said, 'contradicts').types).toBe('looked:contradicts ProposalReopened read_back_contradicts');
    expect(look([...endOf(end), cameLate], 'happened').types).toBe(
      'looked:happened ProposalReopened read_back_contradicts',
    );
  });

  it('stays as it is where nothing of it stands, and is not looked at for ever', () => {
    expect(look(said, 'undone')).toMatchObject({ types: 'looked:undone', next: undefined });
    expect(look(said, 'absent')).toMatchObject({ types: 'looked:absent', next: 100 });
    expect(look(after(said, 'absent'), 'absent')).toMatchObject({ types: 'looked:absent', next: 1_000 });
    expect(look(after(said, 'absent', 'absent'), 'absent')).toMatchObject({ next: undefined });
  });

  it('is looked at again where there was no answer, as long as an outage may last, and then slowly', () => {
    expect(look(said, 'unreachable')).toMatchObject({ types: 'looked:unreachable', next: 100 });
    expect(look(said, 'unreachable', { at: hours(2) }).next).toBe(86_400_000);
    expect(look(said, 'unreachable', { at: hours(31 * 24) }).next).toBeUndefined();
    expect(look(said, 'unreachable', { askedBy: 'person' }).next).toBeUndefined();
  });

  it.each(['effect_failed', 'target_disputed'] as const)(
    'is looked at once where only %s is said',
    (says) => {
      expect(look([...endOf(end), reported(says)], 'absent')).toMatchObject({ next: undefined });
    },
  );
});

describe('what was withdrawn after it was sent, and of which a worker brings a success late', () => {
  const late = [...withdrawn, cameLate];
  it('is no longer in doubt when whole listings have lacked it as often as is looked', () => {
    expect(look(late, 'absent')).toMatchObject({ types: 'looked:absent', next: 100 });
    const looked = after(late, 'absent', 'absent');
    expect(callsInDoubt(folded(looked))).toBe(1);
    const last = look(looked, 'absent');
    expect(last).toMatchObject({ types: 'looked:absent did_not_happen', next: undefined });
    expect(folded([...looked, ...last.appended]).status).toBe('being_checked');
    expect(callsInDoubt(folded([...looked, ...last.appended]))).toBe(0);
  });
});

describe('what was never sent', () => {
  it('has nothing to be looked for, however it ended', () => {
    const asked = verdict({ verdict: 'requirements', requirements: [manager] });
    const unsent = [...allowed('p').slice(0, 1), asked, ...endOf('rejected').slice(-1)];
    expect(folded(unsent).status).toBe('rejected');
    expect(look([...unsent, reported('effect_succeeded')], 'happened').types).toBe('nothing');
  });
});

describe('what the target refused', () => {
  it('is read back when nothing that was sent can still arrive', () => {
    const soon = { at: '2026-11-29T09:12:10.000Z' };
    expect(look(states.refusedForGood, 'too_early', soon)).toMatchObject({ types: 'looked:too_early' });
    expect(look(states.refusedForGood, 'too_early', soon).next).toBeGreaterThan(40_000);
    expect(look(after(states.refusedForGood, 'too_early'), 'absent').next).toBeUndefined();
  });
  it('is waited for through an outage, and not for ever', () => {
    expect(look(after(states.refusedForGood, 'unreachable'), 'unreachable').next).toBe(1_000);
    expect(look(states.refusedForGood, 'unreachable', { at: hours(2) }).next).toBeUndefined();
  });
});

describe('once it is reopened', () => {
  const reopened = after([...closed, reported('effect_succeeded')], 'happened');
  it.each<[Finding, string]>([
    ['happened', 'looked:happened'],
    ['undone', 'looked:undone effect_failed'],
    ['absent', 'looked:absent inconclusive'],
  ])('%s settles nothing by itself: %s', (finding, types) => {
    expect(look(reopened, finding).types).toBe(types);
  });
});
