import { type ProposalEvent, proposalId } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { after, id, look, now, outage, states } from '../testing/look-by-hand.js';
import { folded, receipt, started } from '../testing/proposal-events.js';

const asked: ProposalEvent = {
  type: 'ReplacementAsked',
  data: { by: proposalId('change'), change: '42.00 EUR instead of 79.00 EUR', at: now },
};
const cameLate: ProposalEvent = {
  type: 'ResultCameLate',
  data: { attempt: 1, worker: 'w', class: 'succeeded', code: 'succeeded', receipt, at: now },
};
const nextDay = '2026-11-30T09:12:01.000Z';

describe('what a change is to replace', () => {
  it('is proven absent whatever the life of the key and the number of sends: nothing is sent again', () => {
    const unknown = [...states.unknown, asked];
    expect(look(unknown, 'absent').types).toBe('looked:absent did_not_happen');
    expect(look(unknown, 'absent', { at: nextDay }).types).toBe('looked:absent did_not_happen');
    expect(look(states.unknown, 'absent', { at: nextDay }).types).toMatch(/outcome_still_unknown/);
  });
  it('is carried out when it is there, and a person is asked when more is there than was approved', () => {
    expect(look([...states.unknown, asked], 'happened').types).toBe(
      'looked:happened happened ProposalCompleted',
    );
    expect(look([...states.unknown, asked], 'contradicts').types).toMatch(/read_back_contradicts/);
  });
  it('is looked for on and on while there is no answer, and a person is asked like for any other', () => {
    expect(look([...states.unknown, asked], 'unreachable')).toMatchObject({ next: 100 });
    expect(look([...states.unknown, asked], 'too_early').next).toBeGreaterThan(0);
    expect(folded(outage([...states.unknown, asked])).status).toBe('in_review');
  });
  it('is replaced on a proven absence also after tries that were given up, and out of the queue', () => {
    expect(look([...states.exhausted, asked], 'absent').types).toBe(
      'looked:absent retries_exhausted inconclusive did_not_happen',
    );
    const queued = [...after(states.exhausted, 'unreachable'), asked];
    expect(look(queued, 'absent').types).toBe('looked:absent did_not_happen');
    expect(look(after(states.exhausted, 'unreachable'), 'absent').types).toBe('looked:absent inconclusive');
  });
});

describe('a success that came late', () => {
  const late = [...states.unknown, cameLate];
  it('is a claim: one listing without it does not prove that nothing was done', () => {
    expect(look(states.unknown, 'absent').types).toBe('looked:absent did_not_happen');
    expect(look(late, 'absent')).toMatchObject({ types: 'looked:absent', next: 100 });
  });
  it('is for a person when a second whole listing lacks it, and is never sent again by itself', () => {
    const contradicted = after(late, 'absent', 'absent');
    expect(look(after(late, 'absent'), 'absent').types).toBe(
      'looked:absent read_back_contradicts inconclusive',
    );
    expect(look(contradicted, 'absent').types).toBe('looked:absent');
    expect(look([...late, asked], 'absent').types).toBe('looked:absent');
  });
  it('is settled by the effect that it speaks of', () => {
    expect(look(late, 'happened').types).toBe('looked:happened happened ProposalCompleted');
  });
  it('is weighed alike when the target reports it by itself', () => {
    const said: ProposalEvent = {
      type: 'TargetReported',
      data: {
        ...{ reportId: 'evt_1', says: 'effect_succeeded', reference: 're_1', code: 'succeeded' },
        ...{ saidAt: now, at: now },
      },
    };
    expect(look([...states.unknown, said], 'absent').types).toBe('looked:absent');
    expect(look(after([...states.unknown, said], 'absent'), 'absent').types).toMatch(/read_back_contradicts/);
  });
  it('of an earlier attempt counts while a later one is in question', () => {
    const second = [...after(states.unknown, 'absent'), started(id, 2), cameLate];
    const unknown: ProposalEvent = { type: 'OutcomeUnknown', data: { attempt: 2, code: 'timeout', at: now } };
    expect(look([...second, unknown], 'absent').types).toBe('looked:absent');
  });
});
