import type { RecordedEvent } from '@countersign/contracts';
import {
  decideProposal,
  evolveProposal,
  noProposal,
  type Proposal,
  type ProposalCommand,
  type ProposalEvent,
} from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { at, draftOf, grantBy, id, manager, maya, nine, verdictOf } from '../testing/samples.js';
import { heardBefore } from './heard-before.js';

const toGranted: readonly ProposalCommand[] = [
  { type: 'draft', fact: draftOf(id) },
  { type: 'decide_policy', fact: verdictOf(manager) },
  { type: 'request_approval', at: nine },
  grantBy(maya),
];
const voided: ProposalCommand = {
  type: 'void_approval',
  fact: { code: 'role_withdrawn', message: 'Maya Lindqvist holds no role any more.', at: at(12) },
};
const judgedAgain: readonly ProposalCommand[] = [
  { type: 'decide_policy', fact: verdictOf(manager) },
  { type: 'request_approval', at: at(13) },
];

/** The stream that these make, each answered to a cause of its own: `cause 0`, `cause 1` … */
function loadedFrom(...commands: readonly ProposalCommand[]) {
  const events: RecordedEvent[] = [];
  let state: Proposal = noProposal;
  for (const [nth, command] of commands.entries()) {
    const decision = decideProposal(command, state);
    if (decision.outcome !== 'accepted') throw new Error(`${command.type}: ${JSON.stringify(decision)}`);
    for (const event of decision.events as readonly ProposalEvent[]) {
      state = evolveProposal(state, event);
      const metadata = { causationId: `cause ${nth}`, correlationId: 'one' };
      events.push({ ...event, metadata } as unknown as RecordedEvent);
    }
  }
  return { events, state, version: events.length };
}

const decision = { causeId: 'cause 3', subject: 'maya' };

describe('a decision that is heard again', () => {
  it('is told as it was taken', () => {
    expect(heardBefore(loadedFrom(...toGranted), decision)).toMatchObject({
      ...{ outcome: 'recorded', decision: 'approve', repeated: true, decidedAt: at(10) },
    });
  });

  it('is told so also when the yes has been void since and another is asked for (seed 25135)', () => {
    const since = loadedFrom(...toGranted, voided, ...judgedAgain);
    expect(since.state).toMatchObject({ status: 'awaiting_approval', slots: [{ status: 'open' }] });
    expect(heardBefore(since, decision)).toMatchObject({
      ...{ outcome: 'recorded', decision: 'approve', repeated: true, decidedAt: at(10) },
    });
  });

  it('stays refused where it was refused, whatever came after', () => {
    const refused: ProposalCommand = {
      type: 'record_refusal',
      fact: {
        ...{ who: 'maya', digest: draftOf(id).digest, code: 'sight_expired' },
        ...{ message: 'Look at the card again.', at: at(5) },
      },
    };
    const [draft, policy, request, grant] = toGranted as [
      ProposalCommand,
      ProposalCommand,
      ProposalCommand,
      ProposalCommand,
    ];
    expect(heardBefore(loadedFrom(draft, policy, request, refused, grant), decision)).toEqual({
      ...{ outcome: 'refused', code: 'sight_expired', message: 'Look at the card again.' },
    });
  });

  it('is nothing when it was not heard', () => {
    expect(heardBefore(loadedFrom(...toGranted), { causeId: 'another', subject: 'maya' })).toBeUndefined();
  });
});
