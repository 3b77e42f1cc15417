import {
  type CaseEvent,
  decideCase,
  evolveCase,
  noCase,
  type OpenedCase,
  proposalId,
} from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { ada, tenant } from '../testing/proposal-by-hand.js';
import { approved, asked, completed, draft, executing, history } from '../testing/proposal-history.js';
import { observeProposal } from './observe-proposal.js';

const at = '2026-11-29T12:00:00Z';
const other = proposalId('other');

function caseWith(...events: readonly CaseEvent[]): OpenedCase {
  const bounds = { wallClockMs: 1, turnsMax: 1, toolCallsMax: 1, spendMicrosMax: 1 };
  const who = { customer: { subject: ada, name: 'Ada Nilsson' }, startedBy: ada };
  const opened: CaseEvent = {
    type: 'CaseOpened',
    data: { requestId: 'r1', tenant, ...who, bounds, openedAt: at },
  };
  const state = [opened, ...events].reduce(evolveCase, noCase);
  if (state.status === 'absent') throw new Error('not opened');
  return state;
}

const attached: CaseEvent = {
  type: 'ProposalAttached',
  data: {
    proposalId: other,
    digest: draft.digest,
    kind: 'refund.create',
    summary: 'refund of 60.00 EUR for order 4825',
    at,
  },
};
const observed = (status: string): CaseEvent => ({
  type: 'ActionObserved',
  data: { proposalId: other, status, eventId: 'e', at },
});
const types = (state: OpenedCase, ...history_: readonly string[]) =>
  observeProposal(state, history(...history_)).map((command) => command.type);

describe('given a case that observes its proposal', () => {
  it('when it waits, then it is observed and told, each once, and the case stays open', () => {
    expect(types(caseWith(), 'ProposalDrafted', 'PolicyDecided')).toEqual([
      'attach_proposal',
      'observe_action',
    ]);
    expect(types(caseWith(), ...asked)).toEqual(['attach_proposal', 'reply']);
  });

  it('when it comes to a standing that it had before another one, then that is observed again', () => {
    const observed = (...more: readonly string[]) =>
      observeProposal(caseWith(), history(...approved, ...more)).filter((c) => c.type === 'observe_action');
    expect(observed('ApprovalVoided')).toMatchObject([{ fact: { status: 'being_checked' } }]);
    expect(observed('ApprovalVoided', 'PolicyDecided')).toMatchObject([
      { fact: { status: 'awaiting_approval' } },
    ]);
    expect(observed('ApprovalVoided', 'PolicyDecided', 'ApprovalRequested')).toEqual([]);
  });

  it('S54: when a move without news is heard again after all is over, then nothing of the case moves back', () => {
    const later = caseWith(
      { ...attached, data: { ...attached.data, proposalId: draft.proposalId } } as CaseEvent,
      { type: 'CaseCompleted', data: { outcome: 'completed', at } },
    );
    expect(types(later, ...asked)).toEqual(['attach_proposal', 'reply']);
  });

  it('S30: when another one waits beside it, then both cards are shown, each to be decided by itself', () => {
    const told = (state: OpenedCase) =>
      observeProposal(state, history(...asked)).find((command) => command.type === 'reply');
    expect(told(caseWith(attached, observed('awaiting_approval')))?.fact).toMatchObject({
      cards: [{ proposalId: draft.proposalId }, { proposalId: other, digest: draft.digest }],
      text: expect.stringMatching(/Beside it waits: refund of 60\.00 EUR for order 4825\. Each is decided/),
    });
    expect(told(caseWith(attached, observed('completed')))?.fact).toMatchObject({
      cards: [{ proposalId: draft.proposalId }],
      text: expect.not.stringContaining('Beside'),
    });
  });

  it('when its last one is carried out, then the case ends, and every command is one the case takes', () => {
    const state = caseWith();
    const commands = observeProposal(state, history(...completed));
    expect(commands.map((command) => command.type)).toEqual([
      'attach_proposal',
      'observe_action',
      'reply',
      'settle',
    ]);
    commands.reduce((now: Parameters<typeof decideCase>[1], command) => {
      const decision = decideCase(command, now);
      expect(decision.outcome).not.toBe('refused');
      return decision.outcome === 'accepted' ? decision.events.reduce(evolveCase, now) : now;
    }, state);
  });

  it('when its only one was asked for already, then the case ends all the same (C03)', () => {
    expect(types(caseWith(), 'ProposalDrafted', 'ProposalMarkedDuplicate')).toContain('settle');
  });

  it('when its last one is refused and may yet have happened, then the case does not end', () => {
    expect(types(caseWith(), ...executing, 'ExecutionFailed')).toContain('settle');
    const disputed = types(caseWith(), ...executing, 'ExecutionFailed:idempotency_parameters_differ');
    expect(disputed).toEqual(['attach_proposal', 'observe_action', 'reply']);
  });

  it('when another one has not ended, then the case does not end', () => {
    expect(types(caseWith(attached, observed('awaiting_approval')), ...completed)).not.toContain('settle');
  });

  it('when one half is done and the other is not, then it is said which half (S31)', () => {
    const commands = observeProposal(caseWith(attached, observed('rejected')), history(...completed));
    expect(commands.at(-1)).toMatchObject({
      type: 'reply',
      fact: {
        code: 'partially_completed',
        text: 'One of two carried out. Carried out: refund of 79.00 EUR for order 4821. Not carried out: refund of 60.00 EUR for order 4825.',
      },
    });
  });

  describe('and has ended with what was carried out', () => {
    const over = caseWith(
      { ...attached, data: { ...attached.data, proposalId: draft.proposalId } } as CaseEvent,
      { type: 'CaseCompleted', data: { outcome: 'completed', at } },
    );
    it('when that failed later, then the case is open again and the customer is told (C21)', () => {
      const commands = observeProposal(
        over,
        history(...completed, 'ProposalReopened', 'ReviewRequested:effect_failed'),
      );
      expect(commands).toMatchObject([
        { type: 'attach_proposal' },
        { type: 'observe_action', fact: { status: 'in_review' } },
        { type: 'reopen', fact: { reason: 'effect_failed' } },
        { type: 'reply', fact: { code: 'effect_failed' } },
      ]);
    });
    it('when that is contested and stands, then the case stays over and nothing is said (C23)', () => {
      const commands = observeProposal(
        over,
        history(...completed, 'ProposalReopened:target_disputed', 'ReviewRequested:target_disputed'),
      );
      expect(commands).toMatchObject([
        { type: 'attach_proposal' },
        { type: 'observe_action', fact: { status: 'completed' } },
      ]);
      expect(commands).toHaveLength(2);
    });
  });
  it('when a person has the case, then it is theirs to end', () => {
    const escalated: CaseEvent = {
      type: 'CaseEscalated',
      data: { reason: 'asked_for_a_person', knownSoFar: '', at },
    };
    expect(types(caseWith(escalated), ...completed)).toEqual(['attach_proposal', 'observe_action', 'reply']);
  });
});
