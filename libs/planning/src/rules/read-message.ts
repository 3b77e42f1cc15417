import { type Answer, readAnswer } from './answers.js';
import type { IntentWords, Wording } from './capability-rules.js';
import { matters, ranking } from './matter-words.js';
import { type AmountMention, readAmounts, readOrderIds } from './mentions.js';
import { clauses, normalise } from './normalise.js';

export interface IntentRead {
  intent: string;
  confidence: number;
}

/** What one message says. A reading is a guess about words: it grants nothing and changes no limit. */
export interface MessageReading {
  /** Surest first; at least one. */
  intents: IntentRead[];
  orderIds: string[];
  amounts: AmountMention[];
  answer: Answer;
  /** "Yes, go ahead", "approved": never an approval, only a reason to show the cards again. */
  soundsLikeApproval: boolean;
  wantsPerson: boolean;
  thanks: boolean;
  /** Text that speaks to the machine rather than to us ("ignore your policy"). Suspicion, nothing more. */
  suspicious: boolean;
}

const approval =
  /\b(?:approve[ds]?|approval|go ahead|do it|proceed|confirm(?:ed)?|i (?:agree|accept|consent)|looks? good|sounds? good|make it so|you have my (?:ok|okay|permission|consent|approval)|carry on|send it|execute|green light|lgtm)\b/;
const notApproval =
  /\b(?:for|needs?|awaiting|without|my manager's|manager) approval\b|\b(?:not|never) (?:\w+ ){0,2}(?:approve|agree|accept|consent|confirm|proceed|go ahead|do it)\b/;
const human =
  '(?:human|(?:real |live |actual )?person|agent|representative|rep|manager|supervisor|operator|colleague|staff|employee|advis[eo]r|bank worker|team member|someone(?: else| real)?|somebody(?: else| real)?|human being)';
const person = new RegExp(
  `\\b(?:speak|talk|chat|put me through|connect me|transfer me|pass me|hand me|escalate|get in touch)\\b(?: \\w+){0,3} (?:to|with)\\b(?: \\w+){0,3} ${human}\\b|\\b(?:get|give|want|need|prefer|find) (?:me )?(?:a |an |to see a )?(?:human|real person|live (?:agent|person)|actual person|representative|supervisor|manager)\\b|\\b(?:live|real|human) (?:agent|person|human|being|support)\\b|\\bcustomer service rep\\w*\\b`,
);
const gratitude = /\b(?:thanks?|thank you|thx|cheers|appreciate)\b/;
const injection =
  /\b(?:ignore|disregard|override|bypass|forget)\b.{0,40}\b(?:polic\w+|rules?|instructions?|limits?|guidelines?|previous|above|system|prompt|approval)\b|\b(?:system prompt|developer mode|new (?:policy|instructions?|memo)|policy memo|you are now|act as (?:an?|the) (?:admin|manager|system)|as an ai|the limit is|limit (?:is )?(?:now|raised)|without (?:asking|approval|confirmation)|already (?:been )?approved|pre-?approved|admin override)\b|<\/?(?:system|assistant|tool)>|\[(?:system|inst)\]/;

/**
 * Reads one message with the words that every reading knows and those of the capabilities given. Total: any text
 * gives a reading, and the same text always gives the same one.
 */
export function readMessage(text: string, words: readonly IntentWords[] = []): MessageReading {
  const said = normalise(text);
  return {
    intents: readIntents(said, words),
    orderIds: readOrderIds(said),
    amounts: readAmounts(said),
    answer: readAnswer(text),
    soundsLikeApproval: approval.test(said) && !notApproval.test(said),
    wantsPerson: person.test(said),
    thanks: gratitude.test(said),
    suspicious: injection.test(said),
  };
}

/** True when the message asks for this, surely enough to act on it or not. */
export function asksFor(reading: MessageReading, intent: string): boolean {
  return reading.intents.some((read) => read.intent === intent);
}

/** What normalised text asks for, surest first. `other` is said only when nothing else was recognised. */
export function readIntents(said: string, words: readonly IntentWords[]): IntentRead[] {
  const all = [...words, matters];
  let best: ReadonlyMap<string, number> = surest(all.flatMap((one) => found(one, said)));
  // What every reading knows is settled first: a capability then gives way to what is left.
  for (const { giveWay } of [matters, ...words]) best = giveWay?.(said, best) ?? best;
  const intents = [...best]
    .filter(([intent]) => best.size === 1 || intent !== 'smalltalk')
    .map(([intent, confidence]) => ({ intent, confidence }));
  const rank = ranked(words);
  intents.sort((a, b) => b.confidence - a.confidence || rank(a.intent) - rank(b.intent));
  return intents.length > 0 ? intents : [{ intent: 'other', confidence: 0 }];
}

function found({ wordings, inClause }: IntentWords, said: string): readonly Wording[] {
  const whole = wordings.filter((wording) => wording.whole && wording.pattern.test(said));
  const inClauses = clauses(said).flatMap((clause) => {
    const here = wordings.filter((wording) => !wording.whole && wording.pattern.test(clause));
    return inClause?.(clause, here) ?? here;
  });
  return [...whole, ...inClauses];
}

function surest(wordings: readonly Wording[]): Map<string, number> {
  const best = new Map<string, number>();
  for (const { intent, weight } of wordings) best.set(intent, Math.max(best.get(intent) ?? 0, weight));
  return best;
}

function ranked(words: readonly IntentWords[]): (intent: string) => number {
  const [first, ...rest] = ranking;
  const own = words.flatMap(({ wordings }) => wordings.map((wording) => wording.intent));
  const order = [first, ...new Set(own), ...rest];
  return (intent) => order.indexOf(intent);
}
