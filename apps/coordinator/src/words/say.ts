import { capabilities } from '@countersign/capabilities';
import {
  type Action,
  type Drafted,
  type EscalationReason,
  formatMoney,
  type NamesOfAction,
  type OpenedCase,
  plainlySaid,
  type SaidOfAction,
} from '@countersign/domain';
import type { Words } from './reply.js';

/** `refund`, `order 4821`: the capability's own words for an action, or its plain type where there are none. */
export function namesOf(action: Action): NamesOfAction {
  const card = capabilities.byKind(action.kind)?.card(action);
  const { type, id } = action.target;
  return { operation: card?.operation ?? action.kind, subject: card?.subject ?? `${type} ${id}` };
}

/** What only the capability can say of it: what has not happened yet, whom we ask, what follows. */
export function saidOf(action: Action): SaidOfAction {
  return capabilities.action(action.kind)?.said ?? plainlySaid;
}

/** `refund of 79.00 EUR for order 4821` */
export function summaryOf(action: Action): string {
  const { operation, subject } = namesOf(action);
  const amount = action.money === undefined ? '' : ` of ${formatMoney(action.money)}`;
  return `${operation}${amount} for ${subject}`;
}

/** Words approve nothing (S03): every waiting card again, each with its own button. */
export function cardsAgain(waiting: readonly Drafted[]): Words {
  const listed = waiting.map(({ draft }, index) => `${index + 1}. ${summaryOf(draft.action)}`);
  const [what, each] =
    waiting.length === 1
      ? ['One action waits', 'it has its own button']
      : [`${waiting.length} actions wait`, 'each has its own button'];
  const text = `A message approves nothing, and nothing has been approved. ${what} for a decision; ${each}:\n${listed.join('\n')}`;
  return { code: 'cards_again', text, cards: waiting };
}

const why: Readonly<Record<EscalationReason, string>> = {
  bound_reached: 'This takes more steps than we let a program take.',
  planning_loop: 'We are not getting further by ourselves.',
  lookup_unanswered: 'We could not read the records we need. That does not mean there are none.',
  asked_for_a_person: 'You asked for a person.',
  not_understood: 'We could not be sure what is right here.',
  not_covered: 'This is not something we decide by ourselves.',
  refused_step: 'We could not find a proper next step.',
  contradicting_facts: 'What we found contradicts itself.',
  planner_failed: 'We are not getting further by ourselves just now.',
};

/** That nothing was done is said only where nothing was proposed: an action may be running, or carried out. */
export function personTakesOver(
  reason: EscalationReason,
  { proposals }: Pick<OpenedCase, 'proposals'>,
): Words {
  const untouched = proposals.length === 0 ? ' Nothing has been done in the meantime.' : '';
  return {
    code: 'with_a_person',
    text: `${why[reason]} A person will take over and answer you here.${untouched}`,
  };
}

export const stillWithAPerson: Words = {
  code: 'still_with_a_person',
  text: 'A person has this matter and will read your message.',
};

/** What is said when a specialist found nothing left to do about what the customer wrote. */
export function nothingToDo(outcome: string, waiting: readonly Drafted[], question: string): Words {
  const cards = waiting.length === 0 ? {} : { cards: waiting };
  const listed = waiting.map(({ draft }) => summaryOf(draft.action)).join('; ');
  switch (outcome) {
    case 'proposed':
      return waiting.length === 0
        ? { code: 'asked_already', text: 'This was asked for already; you will hear of it here, once.' }
        : {
            code: 'asked_already',
            text: `This was asked for already and waits for a decision: ${listed}.`,
            ...cards,
          };
    case 'withdrawn':
      return waiting.length === 0
        ? { code: 'withdrawn', text: 'Nothing is started. Tell us if you need anything else.' }
        : {
            code: 'withdrawn',
            text: `A message withdraws nothing either: please reject ${listed} on its card.`,
            ...cards,
          };
    case 'awaiting_customer':
      return { code: 'question_again', text: question === '' ? 'What should we look into?' : question };
    default:
      return {
        code: 'nothing_new',
        text: 'Nothing has changed about this. We can hand it to a person if you ask us to.',
      };
  }
}
