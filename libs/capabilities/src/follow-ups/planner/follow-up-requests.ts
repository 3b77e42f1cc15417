import { asksFor, type MessageRead, normalise } from '@countersign/planning/rules';

/** What somebody wishes, out of the message that wishes it and the answers after it. */
export interface FollowUpWish {
  readonly index: number;
  /** The instant of the last message that says something of it. */
  readonly at: string;
  readonly opportunityId?: string;
  /** A name in lower case; whether it is the contact's is for the record to say. */
  readonly person?: string;
  readonly words?: { readonly subject?: string; readonly body: string };
}

/** Undefined where nobody wishes one. What a later message says stands before what an earlier one said. */
export function wishIn(messages: readonly MessageRead[]): FollowUpWish | undefined {
  const first = messages.findLastIndex(({ reading }) => asksFor(reading, 'follow_up_request'));
  const wish = messages[first];
  if (wish === undefined) return undefined;
  const said = messages.slice(first);
  const opportunityId = said.map(opportunityNamed).findLast((id) => id !== undefined);
  const words = said.map(wordsGiven).findLast((given) => given !== undefined);
  const person = personNamed(normalise(wish.message.text));
  return {
    index: wish.index,
    at: said.at(-1)?.message.at ?? wish.message.at,
    ...(opportunityId === undefined ? {} : { opportunityId }),
    ...(person === undefined ? {} : { person }),
    ...(words === undefined ? {} : { words }),
  };
}

/** `opportunity 7`, `deal #7`; after our question a bare number will do. */
export function opportunityNamed({ message, answers }: MessageRead): string | undefined {
  const said = withoutQuoted(normalise(message.text));
  const named = /\b(?:opportunity|opp|deal)\s*(?:number|no\.?|id)?\s*#?\s*(\d{1,12})\b/.exec(said)?.[1];
  if (named !== undefined) return named;
  const isAnswer = answers?.first === true && answers.question.about === 'opportunity';
  return isAnswer ? /(?<![\w.-])#?(\d{1,12})(?![\w-])/.exec(said)?.[1] : undefined;
}

const quoted = /["“„«][\s\S]{1,2000}["”“»]/;
/** Said to be the words of a message: what merely stands in quotes may be the name of something. */
const given = /(?::|\b(?:saying|says?|reads?|reading|text|words|body|that))\s*["“„«]([\s\S]{1,2000})["”“»]/i;
const subject = /\bsubject\s*:?\s*["“„«]([^"”“»\n]{1,150})["”“»]/i;

/** Words that are given in quotes are the message's own, letter by letter; after our question the whole answer is. */
function wordsGiven({ message, answers }: MessageRead): FollowUpWish['words'] {
  const line = subject.exec(message.text)?.[1];
  const body = given.exec(message.text.replace(subject, ''))?.[1]?.trim();
  const isAnswer = answers?.first === true && answers.question.about === 'words';
  const text = body ?? (isAnswer ? message.text.trim() : undefined);
  if (text === undefined || text === '') return undefined;
  return { body: text, ...(line === undefined ? {} : { subject: line }) };
}

const verbs = '(?:send|write|drop|shoot|e-?mail|mail|message|nudge|ping|remind|chase)';
const name = "((?:[\\p{L}'’-]+ ){0,2}?[\\p{L}'’-]+)";
const persons = [
  new RegExp(
    `\\b${verbs}(?: to)? ${name} (?:an? |another |the |our |this )?(?:short |quick |polite |friendly )?(?:follow|e-?mail|message|note|reminder|about|on)`,
    'u',
  ),
  new RegExp(
    `\\b(?:follow[- ]?up|e-?mail|message|note|reminder) (?:e-?mail |message |note )?(?:to|with|for) ${name}(?= (?:on|about|for|regarding)\\b|[.,!?:;]|$)`,
    'u',
  ),
];
/** What stands where a name could and is none. */
const noName =
  /^(?:an?|the|my|our|this|that|out|off|up|them|they|him|her|it|please|another|one|client|customer|contact|buyer|lead|prospect|opportunity|deal|about|on|short|quick)\b|\b(?:opportunity|deal)\b/;

function personNamed(said: string): string | undefined {
  const found = persons.map((pattern) => pattern.exec(withoutQuoted(said))?.[1]?.trim());
  const one = found.find((each) => each !== undefined && each !== '' && !noName.test(each));
  return one?.replace(/^(?:mrs?|ms|miss|dr|prof) /, '');
}

function withoutQuoted(said: string): string {
  return said.replace(quoted, ' ');
}

/** Whether a contact goes by this name: every word of it is one of theirs. */
export function goesBy(contact: string, person: string): boolean {
  const own = normalise(contact).split(/[\s.-]+/);
  return person.split(/[\s.-]+/).every((word) => own.includes(word));
}
