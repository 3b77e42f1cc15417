import type { RecordedEvent } from '@countersign/contracts';
import { type Case, type CaseEvent, evolveCase, noCase, type OpenedCase } from '@countersign/domain';
import { moment, spaced } from '../words/phrases.js';
import type { Part } from './describe-proposal.js';

export function foldCase(events: readonly RecordedEvent[]): Case {
  return events.reduce<Case>((state, event) => evolveCase(state, event as unknown as CaseEvent), noCase);
}

const states: Readonly<Record<OpenedCase['status'], string>> = {
  open: '◐ Open',
  with_a_person: '◌ With a person',
  completed: '● Closed',
};

export function caseStateWord({ status, outcome }: OpenedCase): string {
  return status === 'completed' ? `${states.completed}: ${spaced(outcome)}` : states[status];
}

/** A case for a person: whose, how it stands, what it led to, and what was said in the end. */
export function describeCase(state: OpenedCase): Part[] {
  const { customer, openedAt } = state.opened;
  return [
    { heading: 'Customer', lines: [`${customer.name} (${customer.subject}), since ${moment(openedAt)}`] },
    {
      heading: 'Proposals',
      lines: orNone(state.proposals.map((p) => `${p.proposalId} ${p.summary}: ${spaced(p.status)}`)),
    },
    {
      heading: 'Not known',
      lines: orNone(state.unknowns.map((u) => `${spaced(u.fact)} of ${u.about}: ${u.reason}`)),
    },
    { heading: 'Replies', lines: orNone(state.replies.map((r) => `${moment(r.at)} ‘${r.text}’`)) },
    {
      heading: 'Planning',
      lines: [
        `${state.turns} turns, ${state.refusedTurns} of them refused; ${state.toolCalls.length} look-ups`,
      ],
    },
  ];
}

const orNone = (lines: readonly string[]): readonly string[] => (lines.length === 0 ? ['none'] : lines);
