import { describe, expect, it } from '@jest/globals';
import { subjectId } from '../identifiers.js';
import { given, told } from '../testing/given.js';
import { at, maya, sam } from '../testing/people.js';
import { command, grant } from '../testing/proposal-commands.js';
import { fact, manager } from '../testing/proposal-facts.js';
import { approvalAsked, byMaya, consentAsked, twoApprovalsAsked } from '../testing/proposal-phases.js';

describe('escalating', () => {
  it('moves an open slot to another role with a new deadline', () => {
    expect(told(given(...approvalAsked).when(command('escalate')))).toEqual([fact('ApprovalEscalated')]);
  });
  it('does not move a slot that is filled, or that nobody knows', () => {
    const one = [...twoApprovalsAsked, fact('ApprovalGranted', byMaya)];
    expect(told(given(...one).when(command('escalate')))).toBe('slot_filled');
    expect(told(given(...one).when(command('escalate', { slot: 'nobody' })))).toBe('slot_filled');
  });
  it('is refused from the deadline on, and before anybody was asked', () => {
    expect(told(given(...approvalAsked).when(command('escalate', { at: at(3611) })))).toBe('expired');
    const judged = [fact('ProposalDrafted'), fact('PolicyDecided', { requirements: [manager] })];
    expect(told(given(...judged).when(command('escalate')))).toBe('not_asked_yet');
  });
  it('leaves it to whoever was asked before as well, and to nobody else (S23)', () => {
    const passed = [...approvalAsked, fact('ApprovalEscalated')];
    expect(given(...passed).when(grant({ ...byMaya, grantedAt: at(3700) })).outcome).toBe('accepted');
    const head = { ...maya, subject: subjectId('iris'), roles: ['head_of_support'] };
    expect(given(...passed).when(grant({ ...byMaya, approver: head, grantedAt: at(3700) })).outcome).toBe(
      'accepted',
    );
    expect(told(given(...passed).when(grant({ ...byMaya, approver: sam, grantedAt: at(3700) })))).toBe(
      'not_routed_to_you',
    );
  });
  it("does not give a customer's own consent to anybody else", () => {
    expect(told(given(...consentAsked).when(command('escalate', { slot: 'customer' })))).toBe(
      'not_routed_to_you',
    );
  });
});
