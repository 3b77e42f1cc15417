import type { CaseEventData, Instant, JsonValue, OpenedCase } from '@countersign/domain';
import type { Fact, FactBasis, Json } from '../port/view.js';

const messagePrefix = 'message/';

/** What is established and what is unknown, as a planner reads it. */
export function factsSeen(state: OpenedCase): Fact[] {
  const established = state.facts.map((fact): Fact => {
    return {
      name: fact.fact,
      subject: fact.about,
      status: 'established',
      value: fact.value as Json,
      basis: basisOf(fact),
    };
  });
  const unknown = state.unknowns.map((fact): Fact => {
    return { name: fact.fact, subject: fact.about, status: 'unknown', reason: fact.reason };
  });
  return [...established, ...unknown];
}

function basisOf({ basis, provenance }: CaseEventData<'FactEstablished'>): FactBasis {
  if (basis === 'stated') return { kind: 'stated', messageId: provenance.source.slice(messagePrefix.length) };
  return { kind: basis, provenance: { ...provenance, version: provenance.version ?? 'unstated' } };
}

export type RecordedFact =
  | { readonly type: 'establish_fact'; readonly fact: CaseEventData<'FactEstablished'> }
  | { readonly type: 'record_unknown'; readonly fact: CaseEventData<'FactUnknown'> };

/**
 * What a turn established, to be recorded. A computed fact is recorded with the policy passage or record that it
 * was computed from, so that every fact on record says where it stands.
 */
export function recordedFacts(facts: readonly Fact[], state: OpenedCase, at: Instant): RecordedFact[] {
  const known = [...factsSeen(state), ...facts];
  return facts.map((fact): RecordedFact => {
    const about = { fact: fact.name, about: fact.subject };
    if (fact.status === 'unknown')
      return { type: 'record_unknown', fact: { ...about, reason: fact.reason, at } };
    const value = fact.value as JsonValue;
    return {
      type: 'establish_fact',
      fact: { ...about, value, ...groundOf(fact.basis, { known, state, at }) },
    };
  });
}

interface Ground {
  readonly known: readonly Fact[];
  readonly state: OpenedCase;
  readonly at: Instant;
}

function groundOf(
  basis: FactBasis,
  ground: Ground,
): Pick<CaseEventData<'FactEstablished'>, 'basis' | 'provenance'> {
  switch (basis.kind) {
    case 'record':
    case 'policy':
      return { basis: basis.kind, provenance: { ...basis.provenance } };
    case 'stated': {
      const message = ground.state.messages.find((m) => m.messageId === basis.messageId);
      const source = `${messagePrefix}${basis.messageId}`;
      return { basis: 'stated', provenance: { source, readAt: message?.receivedAt ?? ground.at } };
    }
    case 'computed':
      return computedFrom(basis.from, ground);
  }
}

function computedFrom(from: Extract<FactBasis, { kind: 'computed' }>['from'], ground: Ground) {
  const grounds = from.flatMap(({ name, subject }) => {
    const fact = ground.known.findLast((f) => f.name === name && f.subject === subject);
    return fact?.status === 'established' && fact.basis.kind !== 'computed'
      ? [groundOf(fact.basis, ground)]
      : [];
  });
  const policy = grounds.findLast(({ basis }) => basis === 'policy');
  return (
    policy ?? grounds[0] ?? { basis: 'record' as const, provenance: { source: 'case', readAt: ground.at } }
  );
}
