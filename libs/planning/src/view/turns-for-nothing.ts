import type { RecordedTurn } from './turn-facts.js';

/** Why a step that was planned was not taken, though nothing was wrong with it. */
export type ForNothing = 'overtaken' | 'bound_reached';

/**
 * Turns whose step was not taken because the case moved on, or ended at a bound, while a planner thought: what they
 * cost was spent all the same, so they are recorded, numbered from `first`. What cost nothing leaves no trace.
 */
export function turnsForNothing(
  turns: readonly RecordedTurn[],
  first: number,
  why: ForNothing,
): RecordedTurn[] {
  const paid = turns.flatMap((turn) => (turn.type === 'take_turn' && isPaid(turn) ? [turn.fact] : []));
  return paid.map(({ detail: _, ...fact }, index): RecordedTurn => {
    const refusals = fact.verdict === 'refused' ? fact.refusals : [{ field: 'turn', reason: why }];
    const summary = fact.verdict === 'refused' ? fact.summary : `turn: ${why}`;
    return {
      type: 'take_turn',
      fact: { ...fact, turn: first + index, verdict: 'refused', refusals, summary },
    };
  });
}

function isPaid({ fact }: Extract<RecordedTurn, { type: 'take_turn' }>): boolean {
  return fact.usage.inputTokens + fact.usage.outputTokens > 0;
}
