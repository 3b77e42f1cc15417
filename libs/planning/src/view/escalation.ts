import type { EscalationReason, OpenedCase } from '@countersign/domain';

const reasons: readonly (readonly [RegExp, EscalationReason])[] = [
  [/^bound_reached/, 'bound_reached'],
  [/^customer_asked_for_a_person$/, 'asked_for_a_person'],
  [/^(?:order|policy)_unknown$|_unreadable$/, 'lookup_unanswered'],
  [/^no_|^capability_not_offered|_not_offered$|_not_computable$/, 'not_covered'],
];

/** A planner's own word for giving up, as one of the reasons a case records. */
export function escalationReasonOf(word: string): EscalationReason {
  return reasons.find(([pattern]) => pattern.test(word))?.[1] ?? 'not_understood';
}

/** What a person who takes over need not find out again: what is established, what is not, what is proposed. */
export function knownSoFar(state: OpenedCase): string {
  const facts = state.facts.map(
    (f) => `${f.about} ${f.fact}: ${JSON.stringify(f.value)} (${f.provenance.source})`,
  );
  const unknowns = state.unknowns.map((f) => `${f.about} ${f.fact}: unknown (${f.reason})`);
  const proposals = state.proposals.map((p) => `proposal ${p.proposalId}: ${p.summary} (${p.status})`);
  const lines = [...facts, ...unknowns, ...proposals];
  return lines.length === 0 ? 'Nothing has been established yet.' : lines.join('\n');
}
