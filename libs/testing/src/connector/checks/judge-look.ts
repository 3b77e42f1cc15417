import type { FoundOutcome } from '@countersign/capabilities';
import { type Finding, found } from '../report/report.js';
import { answerLine, answerWords } from '../report/words.js';
import type { RequirementId } from '../requirements/requirements.js';
import type { Asked, Order } from '../trials/asked.js';

type Outcome = FoundOutcome['outcome'];

/** A look in one situation, against the outcomes that are true there. */
export interface Looked {
  readonly asked: Asked<FoundOutcome>;
  readonly right: readonly Outcome[];
  /** What is wrong with the evidence of a right outcome. */
  readonly fault?: string | undefined;
}

export function judgeLook(
  requirement: RequirementId,
  situation: string,
  { asked, right, fault }: Looked,
): Finding {
  const isRight = asked.how === 'answered' && right.includes(asked.answer.outcome);
  const wanted = right.map((each) => `\`${each}\``).join(' or ');
  return found(requirement, situation, {
    fault: isRight ? fault : `${answerWords(asked)} where ${wanted} is true`,
    reason: answerWords(asked),
    evidence: () => [answerLine(asked), ...evidenceLines(asked)],
  });
}

function evidenceLines(asked: Asked<FoundOutcome>): string[] {
  if (asked.how !== 'answered' || asked.answer.outcome === 'no_answer') return [];
  const { asked: question, complete, why } = asked.answer.evidence;
  return [`evidence  asked: ${question}; complete: ${String(complete)}; why: ${why}`];
}

/** Happened, but with evidence of something else than the action. */
export function evidenceFault(asked: Asked<FoundOutcome>, { action }: Order): string | undefined {
  if (asked.how !== 'answered' || asked.answer.outcome !== 'happened') return undefined;
  const { found: effects } = asked.answer.evidence;
  if (effects.length !== 1) return `the evidence has ${effects.length} effects`;
  const { amountMinor, currency } = effects[0] ?? {};
  const { money } = action;
  if (money === undefined || (amountMinor === money.amountMinor && currency === money.currency)) {
    return undefined;
  }
  return `the evidence says ${amountMinor} ${currency}, the action ${money.amountMinor} ${money.currency}`;
}

export function completeFault(asked: Asked<FoundOutcome>): string | undefined {
  if (asked.how !== 'answered' || asked.answer.outcome !== 'absent') return undefined;
  const { complete, readAt } = asked.answer.evidence;
  if (!complete) return '`absent` with `complete: false`';
  // Written by somebody else, perhaps without a compiler that asks for it.
  const { absence }: Partial<typeof asked.answer.evidence> = asked.answer.evidence;
  if (absence === undefined) return '`absent` without `absence`, the reason why it may be believed';
  return Date.parse(absence.settledAt) <= Date.parse(readAt)
    ? undefined
    : '`absent`, read before a call that was sent could no longer arrive (`absence.settledAt`)';
}
