import { describe, expect, it } from '@jest/globals';
import { given, told } from '../testing/given.js';
import { ada, at, ben, jonas, maya, priya, sam } from '../testing/people.js';
import { command, grant } from '../testing/proposal-commands.js';
import { fact, manager, otherDigest, plainData, secondManager } from '../testing/proposal-facts.js';
import {
  approvalAsked,
  byMaya,
  byPriya,
  consentAsked,
  streamTo,
  twoApprovalsAsked,
} from '../testing/proposal-phases.js';
import { isInvolved } from './commands.js';
import { slotFor } from './decide-approval.js';
import type { ProposalEvent } from './events.js';

const startedBy = (...people: readonly { subject: typeof ada.subject }[]): ProposalEvent[] =>
  approvalAsked.map((event) =>
    event.type === 'ProposalDrafted'
      ? fact('ProposalDrafted', { startedBy: people.map((p) => p.subject) })
      : event,
  );

describe('asking for approval', () => {
  const judged = [fact('ProposalDrafted'), fact('PolicyDecided', { requirements: [manager] })];
  it('states the digest, who is asked and until when', () => {
    expect(told(given(...judged).when(command('request_approval')))).toEqual([
      fact('ApprovalRequested', { requirements: [manager], requestedAt: at(11), expiresAt: at(3611) }),
    ]);
  });
  it('is done once', () => {
    expect(told(given(...approvalAsked).when(command('request_approval')))).toBe('already_done');
  });
  it('must come before any decision', () => {
    expect(told(given(...judged).when(grant(byMaya)))).toBe('not_asked_yet');
    expect(told(given(...judged).when(command('reject')))).toBe('not_asked_yet');
    expect(told(given(...judged).when(command('expire')))).toBe('not_asked_yet');
  });
});

describe('reminding', () => {
  it('names only the slots that are still open', () => {
    const one = [...twoApprovalsAsked, fact('ApprovalGranted', byMaya)];
    expect(told(given(...one).when(command('remind')))).toEqual([
      fact('ApprovalReminded', { slots: ['second_manager'] }),
    ]);
  });
});

describe('the deadline (C59)', () => {
  it('is refused a moment before it', () => {
    expect(told(given(...consentAsked).when(command('expire', { at: at(3610.999) })))).toBe(
      'not_expired_yet',
    );
  });
  it('holds at the instant itself', () => {
    expect(told(given(...consentAsked).when(command('expire', { at: at(3611) })))).toEqual([
      fact('ApprovalExpired'),
    ]);
  });
  it.each([
    ['before it', 3610.999, 'accepted'],
    ['at the instant', 3611, 'expired'],
    ['after it, though no sweeper has run', 3900, 'expired'],
  ])('a decision %s', (_when, seconds, answer) => {
    const decision = given(...consentAsked).when(grant({ grantedAt: at(seconds) }));
    expect(decision.outcome === 'refused' ? decision.code : decision.outcome).toBe(answer);
  });
  it('compares instants, not their spelling', () => {
    const microseconds = grant({ grantedAt: '2026-11-29T11:00:10.999999Z' });
    expect(given(...consentAsked).when(microseconds).outcome).toBe('accepted');
  });
});

describe('granting, in order of precedence', () => {
  it('fills the slot with exactly what was signed', () => {
    expect(told(given(...approvalAsked).when(grant(byMaya)))).toEqual([fact('ApprovalGranted', byMaya)]);
  });
  it('answers a double click with already done, also after all is carried out (S04)', () => {
    expect(told(given(...streamTo.approved).when(grant()))).toBe('already_done');
    expect(told(given(...streamTo.completed).when(grant()))).toBe('already_done');
  });
  it('answers the second of two racing approvers with who was first (S04, C44)', () => {
    for (const stream of [streamTo.approved, streamTo.completed]) {
      expect(given(...stream).when(grant(byMaya))).toMatchObject({
        code: 'already_decided',
        message: `Already decided by Ada Nilsson at ${at(60)}.`,
      });
    }
  });
  it('names the successor of a replaced proposal before anything else (S05)', () => {
    const late = grant({ digest: otherDigest, grantedAt: at(9000), approver: ben });
    expect(told(given(...streamTo.superseded).when(late))).toBe('superseded');
  });
  it('knows a rejection from an expiry', () => {
    expect(given(...streamTo.rejected).when(grant(byMaya))).toMatchObject({
      code: 'already_decided',
      message: `Already decided by Maya Lindqvist at ${at(60)}: rejected.`,
    });
    expect(given(...streamTo.expired).when(grant())).toMatchObject({
      code: 'expired',
      message: `This expired at ${at(3611)}. Nobody decided; it was not rejected.`,
    });
  });
  it('refuses another digest before it looks at time or rights (S05, C57)', () => {
    const wrong = grant({ digest: otherDigest, grantedAt: at(9000), approver: ben });
    expect(told(given(...consentAsked).when(wrong))).toBe('digest_differs');
  });
  it('refuses what is late before it looks at rights', () => {
    expect(told(given(...consentAsked).when(grant({ grantedAt: at(9000), approver: ben })))).toBe('expired');
  });
  it.each([
    ['another customer', consentAsked, { approver: ben }],
    ['a member of staff for the customer', consentAsked, { approver: maya }],
    ['a customer for a manager', approvalAsked, { ...byMaya, approver: ada }],
    ['a member of staff without the role', approvalAsked, { ...byMaya, approver: sam }],
    ['a customer who claims a role', approvalAsked, { ...byMaya, approver: { ...maya, kind: 'customer' } }],
    ['an agent', approvalAsked, { ...byMaya, approver: { ...maya, kind: 'agent' } }],
    ['a slot that is not asked for', approvalAsked, { ...byMaya, slot: 'head' }],
    ['consent where approval is asked', approvalAsked, { ...byMaya, basis: 'consent' }],
  ] as const)('refuses %s', (_who, stream, over) => {
    expect(told(given(...stream).when(grant(over)))).toBe('not_routed_to_you');
  });
  it('refuses a slot that another has filled', () => {
    const one = [...twoApprovalsAsked, fact('ApprovalGranted', byMaya)];
    expect(told(given(...one).when(grant({ ...byPriya, slot: 'manager' })))).toBe('slot_filled');
  });
  it('refuses two signatures by one person', () => {
    const one = [...twoApprovalsAsked, fact('ApprovalGranted', byMaya)];
    expect(told(given(...one).when(grant({ ...byPriya, approver: maya })))).toBe('second_person_needed');
    expect(given(...one).when(grant(byPriya)).outcome).toBe('accepted');
  });
});

describe('four eyes (C72)', () => {
  it('whoever started the matter cannot approve it, under any of their roles', () => {
    const admin = { ...maya, roles: ['support_manager', 'admin'] };
    expect(told(given(...startedBy(ada, maya)).when(grant({ ...byMaya, approver: admin })))).toBe(
      'four_eyes',
    );
  });
  it('whoever wrote the change cannot approve it', () => {
    const written = approvalAsked.map((event) =>
      event.type === 'ProposalDrafted'
        ? fact('ProposalDrafted', { author: { ...maya, kind: 'person' } })
        : event,
    );
    expect(told(given(...written).when(grant(byMaya)))).toBe('four_eyes');
  });
  it('whoever it is for cannot approve it, though they work here', () => {
    const own = approvalAsked.map((event) =>
      event.type === 'ProposalDrafted'
        ? fact('ProposalDrafted', { customer: maya.subject, startedBy: [] })
        : event,
    );
    expect(told(given(...own).when(grant(byMaya)))).toBe('four_eyes');
  });
  it('S26: whoever approved what this takes back cannot approve it, and somebody else can', () => {
    const undo = approvalAsked.map((event) =>
      event.type === 'PolicyDecided'
        ? fact('PolicyDecided', { ...event.data, barred: [maya.subject] })
        : event,
    );
    expect(told(given(...undo).when(grant(byMaya)))).toBe('four_eyes');
    expect(given(...undo).when(grant({ ...byMaya, approver: priya })).outcome).toBe('accepted');
  });
  it('somebody else can', () => {
    const other = grant({ ...byMaya, approver: priya });
    expect(given(...startedBy(ada, maya)).when(other).outcome).toBe('accepted');
  });
  it('does not keep customers from consenting to what they asked for themselves', () => {
    expect(isInvolved(ada.subject, plainData.ProposalDrafted)).toBe(true);
    expect(given(...consentAsked).when(grant()).outcome).toBe('accepted');
  });
  it('does not keep whoever started it from saying no', () => {
    expect(given(...startedBy(maya)).when(command('reject')).outcome).toBe('accepted');
  });
});

describe('rejecting', () => {
  it('says who, why and what the customer is told', () => {
    expect(told(given(...approvalAsked).when(command('reject')))).toEqual([fact('ApprovalRejected')]);
  });
  it('is final: nothing runs, and no later yes counts (C66)', () => {
    const { when } = given(...streamTo.rejected);
    expect(told(when(command('start_execution')))).toBe('ended');
    expect(told(when(grant({ ...byMaya, approver: priya })))).toBe('already_decided');
    expect(told(when(command('request_approval')))).toBe('already_decided');
    expect(told(when(command('reject')))).toBe('already_done');
  });
  it('loses against a grant that came first, and says so (C44)', () => {
    const granted = [...approvalAsked, fact('ApprovalGranted', byMaya)];
    expect(told(given(...granted).when(command('reject', { by: priya })))).toBe('already_decided');
  });
  it('names the digest that was seen, as a grant does', () => {
    expect(told(given(...approvalAsked).when(command('reject', { digest: otherDigest })))).toBe(
      'digest_differs',
    );
  });
  it('is for those whom an open slot names', () => {
    expect(told(given(...approvalAsked).when(command('reject', { by: jonas })))).toBe('not_routed_to_you');
  });
});

describe('a refused decision', () => {
  it('is on record, whatever the phase', () => {
    const decision = given(...streamTo.completed).when(command('record_refusal'));
    expect(told(decision)).toEqual([fact('DecisionRefused')]);
  });
});

describe('whom a decision stands for', () => {
  const open = (requirement: typeof manager) => ({ status: 'open', requirement }) as const;
  it('is the first open slot that the person may fill', () => {
    const filled = {
      status: 'filled',
      requirement: manager,
      grant: { ...plainData.ApprovalGranted, ...byMaya },
    } as const;
    expect(slotFor([filled, open(secondManager)], priya)).toBe('second_manager');
  });
  it('is a filled one if no other is open, so that the answer says who decided', () => {
    expect(slotFor([open(manager)], priya)).toBe('manager');
  });
  it('is nothing for a person whom no slot names', () => {
    expect(slotFor([open(manager)], jonas)).toBeUndefined();
  });
});
