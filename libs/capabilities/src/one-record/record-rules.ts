import type { Fact, JsonObject, PlannerView, Step, ToolResult } from '@countersign/planning';
import {
  askAtMost,
  asksFor,
  basisIn,
  type CapabilityRules,
  courseOver,
  hasProposal,
  lookUp,
  type MessageRead,
  normalise,
  only,
  readMessages,
  say,
  type Thought,
} from '@countersign/planning/rules';
import { namesOf, type RecordAction } from './record-action.js';
import { type SeenRecord, type Shape, seenIn, shownOf } from './record-shape.js';

const QUESTIONS_MAX = 2;

/** How it is asked for and drafted without a model: find the record, ask what is not said, propose, or say why not. */
export function recordRules<S extends Shape>(of: RecordAction<S>): CapabilityRules {
  const intent = of.kind.replaceAll(/\W/g, '_');
  const wordings = say(intent, 0.9, ...of.words.askedFor);
  return {
    wordings,
    capability: of.capability,
    matter: of.words.matter,
    takes: [intent],
    think: (view) => {
      const messages = readMessages(view.conversation, [{ wordings }]);
      const wish = messages.findLast(({ reading }) => asksFor(reading, intent));
      if (wish === undefined) return only({ type: 'done', outcome: 'awaiting_customer' });
      const said = messages.filter(({ index }) => index >= wish.index).map(wordsOf);
      return ofWish(of, view, { wish, said });
    },
  };
}

interface Wished {
  readonly wish: MessageRead;
  /** Everything written from the wish on, normalised. */
  readonly said: readonly string[];
}

function ofWish<S extends Shape>(of: RecordAction<S>, view: PlannerView, wished: Wished): Thought {
  const { noun, tool } = namesOf(of);
  const since = wished.wish.index;
  const call = { type: 'call_tool', tool, arguments: {} } as const;
  const look = lookUp(view, call, since);
  if (look.status === 'call') return only(call);
  if (look.status === 'unknown') return only({ type: 'escalate', reason: 'records_unknown' });
  if (look.status === 'absent') {
    const text = `There is no ${noun} of yours in the records. I can hand this to a person.`;
    return only(
      told(view, since) ? courseOver(view) : { type: 'reply', code: 'no_records', params: {}, text },
    );
  }
  const own = recordsIn(of, look.result);
  if (own === undefined) return only({ type: 'escalate', reason: 'records_unreadable' });
  const chosen = chosenAmong(of, own, wished.said);
  if (chosen === undefined)
    return only(asking(view, noun, `Which ${noun} is it about: ${own.map(({ id }) => id).join(', ')}?`));
  if (isAnswered(of, view, chosen.id, wished.wish)) return only(courseOver(view));
  const further = furtherIn(of, wished.said);
  if (further === undefined) return only(asking(view, 'details', of.asks?.question ?? ''));
  return proposing(of, look.result, { record: chosen, further });
}

function recordsIn<S extends Shape>(
  of: RecordAction<S>,
  { data }: ToolResult,
): readonly SeenRecord<S>[] | undefined {
  if (!Array.isArray(data) || data.length === 0) return undefined;
  const seen = data.flatMap((item) => seenIn(of.fields, item) ?? []);
  return seen.length === data.length ? seen : undefined;
}

/**
 * The one that was named last. The only one need not be named, unless something else is: any word with a digit in it,
 * or, where numbers are asked for beside the record, one that is written like an id.
 */
function chosenAmong<S extends Shape>(
  { asks }: RecordAction<S>,
  own: readonly SeenRecord<S>[],
  said: readonly string[],
): SeenRecord<S> | undefined {
  const idOf = new Map(own.map((record) => [normalise(record.id), record]));
  const forms = [...idOf.keys()].map(formOf);
  const words = said
    .flatMap((text) => text.match(/[\w.-]*\d[\w-]*/g) ?? [])
    .filter((word) => asks === undefined || forms.includes(formOf(word)));
  const named = words.flatMap((word) => idOf.get(word) ?? []).at(-1);
  return named ?? (own.length === 1 && words.length === 0 ? own[0] : undefined);
}

/** `a_9` of `fee_31`. */
function formOf(id: string): string {
  return id.replaceAll(/[a-z]+/g, 'a').replaceAll(/\d+/g, '9');
}

function proposing<S extends Shape>(
  of: RecordAction<S>,
  read: ToolResult,
  { record, further }: { readonly record: SeenRecord<S>; readonly further: JsonObject },
): Thought {
  const names = namesOf(of);
  const subject = `${names.record}:${record.id}`;
  const value = shownOf(of.fields, record) as JsonObject;
  const fact: Fact = { name: 'record', subject, status: 'established', value, basis: basisIn(read) };
  const step: Step = {
    ...{ type: 'propose', kind: of.kind, target: subject, ...of.money?.(record) },
    arguments: { [names.idName]: record.id, ...further },
    evidence: [{ name: 'record', subject }],
  };
  return { facts: [fact], step };
}

/** What it asks for beside the record, as the customer said it first; undefined where they have not. */
function furtherIn<S extends Shape>(
  { asks }: RecordAction<S>,
  said: readonly string[],
): JsonObject | undefined {
  if (asks === undefined) return {};
  return said.map((text) => asks.inWords(text)).find((read) => read !== undefined) as JsonObject | undefined;
}

/** What was proposed since the wish answers it; what was asked for before does too, while it is under way. */
function isAnswered(
  { kind, capability }: { readonly kind: string; readonly capability: string },
  view: PlannerView,
  id: string,
  { message }: MessageRead,
): boolean {
  const { idName } = namesOf({ kind, capability });
  return hasProposal(view, { kind, about: { [idName]: id }, at: message.at });
}

function told(view: PlannerView, since: number): boolean {
  return view.conversation.slice(since + 1).some((entry) => entry.kind === 'reply');
}

/** Asked again at most once; then a person finds out. */
function asking(view: PlannerView, about: string, text: string): Step {
  return askAtMost(view, { about, most: QUESTIONS_MAX, reason: 'not_named' }, (count) => ({
    ...{ type: 'ask', questionId: `${about}:${count + 1}`, about, text },
  }));
}

function wordsOf({ message }: MessageRead): string {
  return normalise(message.text);
}
