import { type Capability, type Statement, subjectOfAction } from '@countersign/capabilities';
import type { RecordedEvent } from '@countersign/contracts';
import type { CaseEventData, JsonValue, OpenedCase } from '@countersign/domain';
import type { ProposeStep } from '@countersign/planning';
import { normalise } from '@countersign/planning/rules';
import { lastMessageBefore, type ProposalOfCase } from '@countersign/planning/view';

type Asking = Pick<ProposeStep, 'kind' | 'arguments' | 'evidence'>;
type Established = CaseEventData<'FactEstablished'>;

export interface Resting {
  readonly state: OpenedCase;
  readonly events: readonly RecordedEvent[];
  readonly proposals: readonly ProposalOfCase[];
  /** Established by the very turn that proposes. */
  readonly facts: readonly Established[];
  readonly caseId: string;
  readonly capability: Capability;
}

/**
 * What a proposal rests on that the order itself does not hold: what the customer said, the passages cited, and
 * when it was asked for, because the moment of the request is what a window is measured to. Facts of records are
 * left out: they are read anew when the action is completed.
 */
export function statementsFor(step: Asking, resting: Resting): Statement[] {
  const known = [...resting.state.facts, ...resting.facts];
  const facts = step.evidence.flatMap(({ name, subject }) => {
    const fact = known.findLast((f) => f.fact === name && f.about === subject);
    return fact === undefined || fact.basis === 'record' ? [] : [statementOf(fact, resting.state)];
  });
  return [...facts, ...askedAt(step, resting)];
}

function statementOf({ fact, value, basis, provenance }: Established, state: OpenedCase): Statement {
  const { source, section, version, readAt } = provenance;
  // A value computed from a passage stays what it is; a citation of one is shown in its words.
  const quote = isInstant(value) ? undefined : quoted(provenance, state);
  return {
    fact,
    value: quote ?? value,
    basis,
    source: basis === 'policy' && !source.startsWith('documents/') ? `documents/${source}` : source,
    ...(section === undefined ? {} : { section }),
    ...(version === undefined ? {} : { version }),
    at: readAt,
  };
}

/** The passage itself, as it was found: whoever approves reads what it says and not only where it stands. */
function quoted(
  { source, section, version }: Established['provenance'],
  { toolCalls }: OpenedCase,
): string | undefined {
  if (section === undefined) return undefined;
  const results = toolCalls.flatMap(({ result }): readonly unknown[] =>
    Array.isArray(result) ? result : [],
  );
  const found = results.filter(isPassage).find((passage) => {
    return source.endsWith(passage.documentId) && passage.section === section && passage.version === version;
  });
  return found === undefined ? undefined : `${found.heading}: ${found.text}`;
}

interface Passage {
  readonly documentId: string;
  readonly section: string;
  readonly version: string;
  readonly heading: string;
  readonly text: string;
}

function isPassage(value: unknown): value is Passage {
  if (typeof value !== 'object' || value === null) return false;
  const { documentId, section, version, heading, text } = value as Record<string, unknown>;
  return [documentId, section, version, heading, text].every((part) => typeof part === 'string');
}

function isInstant(value: JsonValue): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value);
}

/**
 * The first message that asked, counted from the last proposal about the same thing on: asking again after an end
 * is a new request. A message that names the thing comes before one that does not. What it is about is read from
 * the arguments, which are held against the records, and not from a planner's own word for it.
 */
function askedAt({ kind, arguments: args }: Asking, resting: Resting): Statement[] {
  const { state, events, proposals, caseId, capability } = resting;
  const subject = capability.inCase?.subjectOf?.(args);
  const before = proposals
    .filter(({ state: { draft } }) => draft.action.kind === kind)
    .filter(
      ({ state: { draft } }) =>
        subject === undefined || subjectOfAction(capability, draft.action) === subject,
    )
    .map(({ state: { draft }, causeId }) =>
      Date.parse(lastMessageBefore(events, causeId) ?? draft.draftedAt),
    );
  const cutoff = Math.max(Number.NEGATIVE_INFINITY, ...before);
  const recordedAt = (id: string) =>
    events.find((e) => e.type === 'CustomerMessageReceived' && e.data['messageId'] === id)?.recordedAt ?? '';
  const since = state.messages.filter((message) => Date.parse(recordedAt(message.messageId)) > cutoff);
  const routed = since.filter((m) => state.routes.some((route) => route.messageId === m.messageId));
  const asking = routed.find((m) => names(m.text, subject)) ?? routed[0] ?? since[0];
  if (asking === undefined) return [];
  const at = asking.receivedAt;
  return [{ fact: 'askedAt', value: at, basis: 'record', source: `case/${caseId}`, at }];
}

/** `order:4821` is named by `4821` as a word of its own. */
function names(text: string, subject: string | undefined): boolean {
  const id = subject?.slice(subject.indexOf(':') + 1).toLowerCase();
  if (id === undefined || id === '') return false;
  return normalise(text)
    .split(/[^a-z0-9_-]+/)
    .includes(id);
}
