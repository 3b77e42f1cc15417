import { sameJson } from './same-json.js';
import type { Fact, PlannerView, Provenance, ToolResult } from './view.js';

/**
 * True when one version of one record says two things: a fact that is established is claimed otherwise, or the same
 * look was answered in two ways. A newer version of the record may well say something else, and is no contradiction.
 */
export function contradictsItself(view: PlannerView, facts: readonly Fact[]): boolean {
  return facts.some((fact) => isContradicted(fact, view)) || answersDiffer(view);
}

function isContradicted(fact: Fact, view: PlannerView): boolean {
  if (fact.status !== 'established' || fact.basis.kind !== 'record') return false;
  const { provenance } = fact.basis;
  return view.facts.some(
    (known) =>
      known.name === fact.name &&
      known.subject === fact.subject &&
      known.status === 'established' &&
      known.basis.kind === 'record' &&
      sameVersion(known.basis.provenance, provenance) &&
      !sameJson(known.value, fact.value),
  );
}

function answersDiffer({ conversation }: PlannerView): boolean {
  const answers = conversation.filter(
    (entry): entry is ToolResult => entry.kind === 'tool_result' && entry.outcome === 'answered',
  );
  return answers.some((one, index) =>
    answers
      .slice(index + 1)
      .some(
        (other) =>
          one.tool === other.tool &&
          sameJson(one.arguments, other.arguments) &&
          sameVersion(one.provenance, other.provenance) &&
          !sameJson(one.data, other.data),
      ),
  );
}

function sameVersion(a: Provenance | undefined, b: Provenance | undefined): boolean {
  if (a === undefined || b === undefined || a.version === 'unstated') return false;
  return a.source === b.source && a.version === b.version && a.section === b.section;
}
