import { capabilities } from '@countersign/capabilities';
import type { RecordedEvent } from '@countersign/contracts';
import {
  type Drafted,
  describeRequirement,
  evolveProposal,
  formatMoney,
  isFinal,
  noProposal,
  type Proposal,
  type ProposalEvent,
  type ProposalEventData,
  permittedBy,
  type Slot,
} from '@countersign/domain';
import { capitalised, clock, count, ended, moment, named, shortIds } from '../words/phrases.js';
import { linkedProposals } from './linked-proposals.js';

/** One part of a description: a heading and its lines. */
export interface Part {
  readonly heading: string;
  readonly lines: readonly string[];
}

export function foldProposal(events: readonly RecordedEvent[]): Proposal {
  return events.reduce<Proposal>(
    (state, event) => evolveProposal(state, event as unknown as ProposalEvent),
    noProposal,
  );
}

/** A proposal for a person: what, how much, on which evidence, permitted by whom, carried out how. */
export function describeProposal(state: Drafted, events: readonly RecordedEvent[]): Part[] {
  const { action } = state.draft;
  const money = action.money === undefined ? 'no money moves' : formatMoney(action.money);
  return [
    { heading: 'What', lines: [sentenceFor(state)] },
    { heading: 'Amount', lines: [money] },
    { heading: 'For, by', lines: [whoseIt(state)] },
    { heading: 'Linked', lines: linkedProposals(state, events) },
    { heading: 'Evidence', lines: evidenceLines(state) },
    { heading: 'Permitted', lines: permissionLines(state) },
    { heading: 'Attempts', lines: attemptLines(state, events) },
    { heading: 'Digest', lines: [state.draft.digest] },
  ];
}

/** The capability's own sentence, or the plain facts where this release has no such capability. */
function sentenceFor({ draft: { action } }: Drafted): string {
  const card = capabilities.byKind(action.kind)?.card(action);
  return card?.sentence ?? `${action.kind} on ${action.target.type} ${action.target.id}.`;
}

function whoseIt({ draft }: Drafted): string {
  const from =
    draft.origin.kind === 'case'
      ? `case ${draft.origin.caseId}`
      : `agent reference ${draft.origin.reference}`;
  return `for customer ${draft.customer}, drafted by ${draft.author.name} (${draft.author.kind}), from ${from}`;
}

function evidenceLines({ draft: { action } }: Drafted): string[] {
  const holding = action.money === undefined ? {} : { currency: action.money.currency };
  return action.evidence.map(({ fact, value, basis, source, section, version, readAt }) => {
    const place = [shortIds(source), section && `section ${section}`, version && `version ${version}`];
    const words = `${basis === 'stated' ? '○' : '●'} ${named(fact, value, holding)}`;
    return `${words} (${place.filter(Boolean).join(', ')}, read ${clock(readAt)})`;
  });
}

function permissionLines(state: Drafted): string[] {
  if (state.status === 'rejected') return [`rejected by ${state.rejected.by.name}`];
  if (!('slots' in state)) return ['nobody'];
  if (state.slots.length === 0)
    return [`${permittedBy(state)}, without a person (${state.policy.policyVersion})`];
  return state.slots.map(slotLine);
}

function slotLine(slot: Slot): string {
  const needs = describeRequirement(slot.requirement);
  if (slot.status === 'open') return `${needs}: not given yet`;
  const { approver, grantedAt, cardShownAt, digest } = slot.grant;
  return `${needs}: ${approver.name} at ${moment(grantedAt)}, on the card shown at ${moment(cardShownAt)}, digest ${digest.slice(0, 12)}`;
}

function attemptLines(state: Drafted, events: readonly RecordedEvent[]): string[] {
  const lines = [
    `${count(state.attempts, 'call')} to the target, ${count(state.looks, 'look')} at its record`,
  ];
  if (state.status === 'completed') {
    const { receipt, evidence } = state.completed;
    lines.push(
      `read back at ${moment(evidence.readAt)}: ${receipt.reference}. ${capitalised(ended(evidence.why))}`,
    );
    return lines;
  }
  if (state.status === 'executing') lines.push(...underWay(state.started));
  if (!isFinal(state.status)) return lines;
  const last = events.at(-1);
  if (last !== undefined) {
    lines.push(
      `not carried out: the last event is ${last.type}, version ${last.version}, at ${moment(last.recordedAt)}`,
    );
  }
  return lines;
}

/** A worker that was killed leaves exactly this: an intent without a result, until the executor finds it silent. */
function underWay({ attempt, startedAt, settlesAt }: ProposalEventData<'ExecutionStarted'>): string[] {
  const arrived =
    settlesAt === undefined
      ? 'until when its request can still arrive is not on record'
      : `its request can still arrive until ${clock(settlesAt)}, by the settings of the executor that sent it`;
  return [
    `call ${attempt} began at ${moment(startedAt)}; no result of it is on record yet`,
    arrived,
    'once it stays silent for longer than a call may take, and an executor runs, it counts as unknown: the target is asked what happened, and nothing is sent again unless it is proven that nothing did',
  ];
}
