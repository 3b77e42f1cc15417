import { accepted, alreadyDone, never, type Refused, refused } from '../decision.js';
import { isBefore } from '../identifiers.js';
import { isInvolved, type ProposalCommand, type ProposalDecision, type ProposalRefusal } from './commands.js';
import { describeRequirement, grantsOf, mayFillSlot, type Person, type Slot } from './requirements.js';
import { type Drafted, isFinal } from './state.js';

type Command<Type extends ProposalCommand['type']> = Extract<ProposalCommand, { type: Type }>;
type ApprovalCommand = Command<
  'request_approval' | 'remind' | 'escalate' | 'grant' | 'reject' | 'expire' | 'record_refusal'
>;
type Awaiting = Extract<Drafted, { status: 'awaiting_approval' }>;

export function decideApproval(command: ApprovalCommand, state: Drafted): ProposalDecision {
  if (command.type === 'record_refusal') return accepted({ type: 'DecisionRefused', data: command.fact });
  if (command.type === 'grant') return grant(command, state);
  if (command.type === 'reject') return reject(command, state);
  if (command.type === 'expire' && state.status === 'expired') return alreadyDone;
  if (isFinal(state.status)) return ended(state);
  if (state.status !== 'awaiting_approval') return refused('not_waiting', 'No decision is waited for.');
  switch (command.type) {
    case 'request_approval':
      return request(command, state);
    case 'remind': {
      const slots = state.slots.filter((s) => s.status === 'open').map((s) => s.requirement.slot);
      return accepted({ type: 'ApprovalReminded', data: { slots, at: command.at } });
    }
    case 'escalate':
      return escalate(command, state);
    case 'expire':
      return expire(command, state);
    default:
      return never(command);
  }
}

function request(command: Command<'request_approval'>, state: Awaiting): ProposalDecision {
  if (state.asked.status === 'asked') return alreadyDone;
  const expiresAt = new Date(Date.parse(command.at) + state.policy.approvalValidForMs).toISOString();
  const requirements = state.slots.map((slot) => slot.requirement);
  return accepted({
    type: 'ApprovalRequested',
    data: { requirements, digest: state.draft.digest, requestedAt: command.at, expiresAt },
  });
}

function escalate(command: Command<'escalate'>, state: Awaiting): ProposalDecision {
  const slot = state.slots.find((s) => s.requirement.slot === command.slot);
  if (slot?.status !== 'open')
    return refused('slot_filled', `The slot ${command.slot} does not wait for anybody.`);
  if (slot.requirement.basis === 'consent') {
    return refused('not_routed_to_you', "A customer's own consent cannot be given by somebody else.");
  }
  if (state.asked.status !== 'asked') return refused('not_asked_yet', 'Nobody has been asked yet.');
  if (!isBefore(command.at, state.asked.expiresAt)) {
    return refused(
      'expired',
      `This expired at ${state.asked.expiresAt}. Nobody decided; it was not rejected.`,
    );
  }
  const { type: _escalate, ...fact } = command;
  return accepted({ type: 'ApprovalEscalated', data: fact });
}

function expire(command: Command<'expire'>, state: Awaiting): ProposalDecision {
  if (state.asked.status !== 'asked') return refused('not_asked_yet', 'Nobody has been asked yet.');
  const { expiresAt } = state.asked;
  if (isBefore(command.at, expiresAt))
    return refused('not_expired_yet', `This can be decided until ${expiresAt}.`);
  return accepted({ type: 'ApprovalExpired', data: { expiresAt, at: command.at } });
}

/**
 * Precedence: said before; replaced; ended; not waiting; another digest; past the deadline; nobody's slot
 * of theirs; filled already; a second slot by one person; four eyes, across what this takes back as well. The digest stands before rights, so
 * that a person who may not decide learns nothing about which digest is the right one, only that it differs.
 */
function grant({ grant }: Command<'grant'>, state: Drafted): ProposalDecision {
  const before = 'slots' in state ? grantsOf(state.slots) : [];
  if (
    before.some(
      (g) =>
        g.approver.subject === grant.approver.subject && g.digest === grant.digest && g.slot === grant.slot,
    )
  ) {
    return alreadyDone;
  }
  const fault = decisionFault(state, {
    digest: grant.digest,
    at: grant.grantedAt,
    slot: grant.slot,
    basis: grant.basis,
    by: grant.approver,
  });
  if (fault !== undefined) return fault;
  if (before.some((g) => g.approver.subject === grant.approver.subject)) {
    return refused(
      'second_person_needed',
      'Two signatures of this proposal must be by two different people.',
    );
  }
  if (grant.basis === 'approval' && isInvolved(grant.approver.subject, state.draft)) {
    return refused('four_eyes', 'You asked for this or started it, so somebody else must approve it.');
  }
  const barred = state.status === 'awaiting_approval' ? (state.policy.barred ?? []) : [];
  if (grant.basis === 'approval' && barred.includes(grant.approver.subject)) {
    return refused('four_eyes', 'You approved what this takes back, so somebody else must approve this.');
  }
  return accepted({ type: 'ApprovalGranted', data: grant });
}

/** Anyone whom an open slot names may say no, also the person who started the matter. */
function reject(command: Command<'reject'>, state: Drafted): ProposalDecision {
  if (state.status === 'rejected' && state.rejected.by.subject === command.by.subject) return alreadyDone;
  const fault = decisionFault(state, command);
  if (fault !== undefined) return fault;
  const { slot, by, reason, noteToCustomer, at } = command;
  const { digest } = state.draft;
  return accepted({ type: 'ApprovalRejected', data: { slot, digest, by, reason, noteToCustomer, at } });
}

interface Said {
  readonly digest: string;
  readonly at: string;
  readonly slot: string;
  /** What a grant calls itself; a rejection calls itself nothing. */
  readonly basis?: 'consent' | 'approval';
  readonly by: Person;
}

function decisionFault(state: Drafted, said: Said): Refused<ProposalRefusal> | undefined {
  if (state.status === 'superseded') {
    return refused(
      'superseded',
      `This was replaced by proposal ${state.superseded.by} and can no longer be decided.`,
    );
  }
  if (state.status !== 'awaiting_approval') return notAwaiting(state);
  if (state.asked.status !== 'asked') return refused('not_asked_yet', 'Nobody has been asked yet.');
  if (said.digest !== state.draft.digest) {
    return refused('digest_differs', 'The digest you saw is not the digest of this proposal.');
  }
  if (!isBefore(said.at, state.asked.expiresAt)) {
    return refused(
      'expired',
      `This expired at ${state.asked.expiresAt}. Nobody decided; it was not rejected.`,
    );
  }
  return slotFault(state.slots, said);
}

function slotFault(slots: readonly Slot[], said: Said): Refused<ProposalRefusal> | undefined {
  const slot = slots.find((s) => s.requirement.slot === said.slot);
  // A grant that calls itself consent must not pass where approval is asked: four eyes would not be judged.
  const asAsked = said.basis === undefined || said.basis === slot?.requirement.basis;
  if (slot === undefined || !asAsked || !mayFillSlot(slot, said.by)) {
    const wanted = slots.map((s) => describeRequirement(s.requirement)).join(' and ');
    return refused('not_routed_to_you', `This needs ${wanted}. You can read it, not decide it.`);
  }
  if (slot.status === 'filled') {
    return refused(
      'slot_filled',
      `Already decided by ${slot.grant.approver.name} at ${slot.grant.grantedAt}.`,
    );
  }
  return undefined;
}

function notAwaiting(state: Drafted): Refused<ProposalRefusal> {
  if (state.status === 'being_checked') return refused('not_asked_yet', 'Policy is still judging this.');
  if (isFinal(state.status) && !('completed' in state)) return ended(state);
  const last = 'slots' in state ? grantsOf(state.slots).at(-1) : undefined;
  const who = last === undefined ? 'policy' : last.approver.name;
  return refused(
    'already_decided',
    `Already decided by ${who}${last === undefined ? '' : ` at ${last.grantedAt}`}.`,
  );
}

function ended(state: Drafted): Refused<ProposalRefusal> {
  switch (state.status) {
    case 'rejected':
      return refused(
        'already_decided',
        `Already decided by ${state.rejected.by.name} at ${state.rejected.at}: rejected.`,
      );
    case 'expired':
      return refused(
        'expired',
        `This expired at ${state.expired.expiresAt}. Nobody decided; it was not rejected.`,
      );
    case 'superseded':
      return refused('superseded', `This was replaced by proposal ${state.superseded.by}.`);
    default:
      return refused('ended', `This proposal has ended (${state.status.replaceAll('_', ' ')}).`);
  }
}

/** Whom a decision of this person would stand for: the first open slot they may fill. */
export function slotFor(slots: readonly Slot[], person: Person): string | undefined {
  const open = slots.find((s) => s.status === 'open' && mayFillSlot(s, person));
  return (open ?? slots.find((s) => mayFillSlot(s, person)))?.requirement.slot;
}
