import { describe, expect, it } from '@jest/globals';
import { given } from '../testing/given.js';
import { command, commandTypes } from '../testing/proposal-commands.js';
import { finalStatuses, statuses, streamTo } from '../testing/proposal-phases.js';
import type { ProposalCommand, ProposalRefusal } from './commands.js';
import type { ProposalStatus } from './state.js';

type Answer = 'accepted' | 'already_done' | ProposalRefusal;
/** What a plain command is answered, by phase; `else` is every phase that is not named. */
type Row = Partial<Record<ProposalStatus | 'else', Answer>>;

const in_ = (answer: Answer, ...phases: readonly ProposalStatus[]): Row =>
  Object.fromEntries(phases.map((phase) => [phase, answer]));
const ended = in_('ended', ...finalStatuses);
const endedBySomebody = {
  ...ended,
  ...({ rejected: 'already_decided', expired: 'expired', superseded: 'superseded' } as const),
};
const attempted = [
  'retry_scheduled',
  'held',
  'retries_exhausted',
  'succeeded',
  'outcome_unknown',
  'in_review',
  'completed',
  'reopened',
  'failed',
  'closed',
] as const;
const sent = in_('already_done', ...attempted);
const resultOfACall: Row = { else: 'attempt_differs', ...sent, executing: 'accepted' };
const putOff: Row = { ...resultOfACall, retry_scheduled: 'accepted', held: 'accepted' };
const mayHaveActed = in_(
  'outcome_unknown',
  'executing',
  'outcome_unknown',
  'retries_exhausted',
  'in_review',
  'succeeded',
  'reopened',
);
const beforeTheCall: Row = {
  else: 'not_waiting',
  ...ended,
  ...mayHaveActed,
  ...in_('accepted', 'approved', 'held'),
  retry_scheduled: 'effect_possible',
  invalidated: 'already_done',
};

const rows: Readonly<Record<ProposalCommand['type'], Row>> = {
  draft: { else: 'already_done', absent: 'accepted' },
  supersede: {
    else: 'accepted',
    ...ended,
    superseded: 'already_done',
    ...in_('in_progress', 'executing', 'outcome_unknown', 'retries_exhausted', 'in_review', 'succeeded'),
    reopened: 'in_progress',
    retry_scheduled: 'effect_possible',
  },
  ask_replacement: { else: 'accepted', superseded: 'already_done' },
  decide_policy: { else: 'already_done', ...ended, being_checked: 'accepted' },
  mark_duplicate: {
    else: 'not_waiting',
    ...ended,
    being_checked: 'accepted',
    duplicate: 'already_done',
  },
  release_reservation: {
    else: 'in_progress',
    ...in_(
      'accepted',
      'denied',
      'duplicate',
      'rejected',
      'expired',
      'superseded',
      'invalidated',
      'failed',
      'closed',
    ),
  },
  request_approval: { else: 'not_waiting', ...endedBySomebody, awaiting_approval: 'already_done' },
  remind: { else: 'not_waiting', ...endedBySomebody, awaiting_approval: 'accepted' },
  escalate: { else: 'not_waiting', ...endedBySomebody, awaiting_approval: 'slot_filled' },
  expire: {
    else: 'not_waiting',
    ...endedBySomebody,
    awaiting_approval: 'accepted',
    expired: 'already_done',
  },
  grant: {
    else: 'already_done',
    ...endedBySomebody,
    ...in_('already_done', 'completed', 'failed', 'closed', 'invalidated'),
    being_checked: 'not_asked_yet',
    awaiting_approval: 'accepted',
  },
  reject: {
    else: 'already_decided',
    ...endedBySomebody,
    ...in_('already_decided', 'completed'),
    being_checked: 'not_asked_yet',
    awaiting_approval: 'not_routed_to_you',
    rejected: 'already_done',
  },
  record_refusal: { else: 'accepted' },
  invalidate: beforeTheCall,
  void_approval: beforeTheCall,
  start_execution: {
    else: 'no_permission',
    ...ended,
    ...in_('accepted', 'approved', 'retry_scheduled', 'held'),
    executing: 'in_progress',
    ...in_('outcome_unknown', 'outcome_unknown', 'retries_exhausted', 'in_review'),
    ...in_('already_executed', 'succeeded', 'completed', 'reopened'),
  },
  record_success: resultOfACall,
  record_failure: resultOfACall,
  record_unknown: resultOfACall,
  schedule_retry: putOff,
  exhaust_retries: putOff,
  hold_execution: { ...putOff, held: 'already_done' },
  resume_execution: { else: 'already_done', ...ended, held: 'accepted' },
  keep_late_result: { ...in_('accepted', ...attempted), else: 'attempt_differs', executing: 'in_progress' },
  put_in_question: {
    else: 'not_waiting',
    ...in_('accepted', 'retry_scheduled', 'held'),
    outcome_unknown: 'already_done',
  },
  record_look: { else: 'accepted' },
  reconcile: {
    else: 'not_waiting',
    ...in_('accepted', 'outcome_unknown', 'in_review'),
    ...in_('already_done', 'succeeded', 'completed'),
  },
  complete: { else: 'not_waiting', succeeded: 'accepted', completed: 'already_done' },
  record_report: { else: 'accepted' },
  reopen: { else: 'not_waiting', completed: 'accepted', reopened: 'already_done' },
  request_review: {
    else: 'not_waiting',
    ...in_('accepted', 'outcome_unknown', 'retries_exhausted'),
    in_review: 'already_done',
    ...in_('step_not_allowed', 'failed', 'reopened', 'succeeded'),
  },
  propose_resolution: { else: 'not_waiting', in_review: 'accepted' },
  sign_resolution: { else: 'not_waiting' },
  add_note: { else: 'accepted' },
};

const cells = commandTypes.flatMap((type) =>
  statuses.map((phase): [ProposalCommand['type'], ProposalStatus, Answer] => {
    const nothingThere = phase === 'absent' && type !== 'draft';
    const answer = nothingThere ? 'not_found' : (rows[type][phase] ?? rows[type].else ?? 'not_found');
    return [type, phase, answer];
  }),
);

describe('every command in every phase', () => {
  it.each(cells)('%s when %s: %s', (type, phase, answer) => {
    const decision = given(...streamTo[phase]).when(command(type));
    expect(decision.outcome === 'refused' ? decision.code : decision.outcome).toBe(answer);
  });
});
