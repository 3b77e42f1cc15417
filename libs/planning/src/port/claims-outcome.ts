const done =
  '(?:refunded|paid(?: out| back)?|credited|issued|sent|transferred|approved|confirmed|authori[sz]ed|granted|processed|completed|executed|cancell?ed|closed|deleted|rescheduled|booked|done|carried out|on its way)';
/** "I have approved it": nothing around it makes that a condition. */
const ownDoing =
  /\b(?:i|we)(?: have|'ve)?(?: (?:just|now|already|also|hereby))* (?:refunded|paid|credited|issued|sent|transferred|approve[ds]?|confirmed|authori[sz]ed|granted|processed|completed|executed|cancell?ed|closed|deleted|rescheduled|booked)\b/i;
const outcomes = [
  `\\b(?:refund|money|amount|credit|payment|account|order|appointment|request|it|charge|message)\\b[^.?!]{0,40}\\b(?:is|are|was|were|has been|have been|'s been)(?: (?:now|already|just|fully|successfully))* ${done}\\b`,
  '\\b(?:manager|supervisor|person|colleague|staff|policy)\\b[^.?!]{0,40}\\b(?:approved|confirmed|agreed|authori[sz]ed|granted)\\b',
].map((pattern) => new RegExp(pattern, 'i'));
const denied = /\b(?:not|never|cannot|can't|isn't|wasn't|hasn't|haven't|didn't)\b/i;
const conditional = /\b(?:unless|if|once|until|when|whether|after|before|will be)\b/i;

/**
 * Whether words tell a customer that something was done or decided. A planner knows neither: such words come from
 * records alone. Sentence by sentence; one that denies it, asks it, or makes it a condition claims nothing. It is a
 * reading of words, and a net under the rest: what is done is decided elsewhere, whatever anybody is told.
 */
export function claimsOutcome(text: string): boolean {
  const sentences = text.match(/[^.?!\n]+[.?!]?/g) ?? [];
  return sentences.some((sentence) => {
    if (sentence.endsWith('?') || denied.test(sentence)) return false;
    if (ownDoing.test(sentence)) return true;
    return !conditional.test(sentence) && outcomes.some((pattern) => pattern.test(sentence));
  });
}
