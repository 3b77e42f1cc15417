import type { OnBehalfOf } from '@countersign/capabilities';
import { type Action, formatMoney, type OpenedCase } from '@countersign/domain';
import type { ProposeStep, Turn } from '@countersign/planning';
import { type RecordedFact, type Refusals, recordedFacts } from '@countersign/planning/view';
import { statementsFor } from '../proposal/statements.js';
import type { Before, Completed, Ports } from './step-ports.js';

/** A proposed action is completed from the records before it is accepted: what does not fit them is refused. */
export function completing(before: Before, { gateway }: Ports) {
  const { state, at } = before;
  let found: Completed;
  return {
    found: () => found,
    async examine({ step, facts }: Turn): Promise<Refusals> {
      found = undefined;
      if (step.type !== 'propose') return [];
      const said = recordedFacts(facts, state, at).flatMap(establishedOnly);
      const statements = statementsFor(step, { ...before, facts: said });
      // No amount goes along: what a planner states is held against what the records give, and never used.
      const asked = { kind: step.kind, arguments: step.arguments, statements };
      const answer = await gateway.complete(asked, forWhom(state));
      if (answer.outcome === 'refused') return answer.faults;
      if (answer.outcome === 'no_answer') found = { noAnswer: answer.code };
      else if (statesOtherwise(step, answer.action)) return [otherAmount(answer.action)];
      else found = { action: answer.action };
      return [];
    },
  };
}

function statesOtherwise({ amountMinor, currency }: ProposeStep, { money }: Action): boolean {
  if (amountMinor === undefined && currency === undefined) return false;
  return money?.amountMinor !== amountMinor || money?.currency !== currency;
}

function otherAmount({ money }: Action): Refusals[number] {
  const given = money === undefined ? 'no amount' : formatMoney(money);
  return { field: 'amountMinor', reason: `the records give ${given}` };
}

function establishedOnly(command: RecordedFact) {
  return command.type === 'establish_fact' ? [command.fact] : [];
}

/** Whose matter it is comes from the case that the verified token opened, never from what was written in it. */
export function forWhom({ opened }: OpenedCase): OnBehalfOf {
  return { tenant: opened.tenant, customer: opened.customer.subject };
}
