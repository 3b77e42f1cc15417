import { clauses, normalise } from './normalise.js';

export type Answer = 'yes' | 'no' | 'unsure' | 'none';

/** What the customer said about the goods being unopened; `mixed` when it differs between the goods. */
export type UnopenedAnswer = 'unopened' | 'opened' | 'mixed' | 'unsure' | 'none';

const unsure =
  /\b(maybe|perhaps|possibly|might|could be|could go|(?:not|un|am not) (?:too |so |totally |really |exactly |entirely |completely |quite |100% )*(?:sure|certain)|unsure|uncertain|undecided|no (?:idea|clue)|not a clue|have not a clue|have no (?:idea|clue|knowledge)|(?:do|did|would|can|could) not (?:really |actually |exactly )?(?:know|remember|recall|say|tell|answer)|can not (?:really )?(?:say|tell|answer|remember|recall)|not know|hard to (?:say|tell)|(?:not|un)(?: able to| ?aware)|either|both (?:would|could|may)|torn|depends|i (?:think|guess|believe|suppose)(?! (?:that |what )?(?:is|you|not|it is not|that is not))|i think(?: it)? (?:could|may)|probably|presumably|as far as i know|do not have (?:that|the) (?:information|info|answer)|will know later|what is your opinion|who knows|not convinced|debatable|questionable)\b/;
const no =
  /^(?:(?:sorry|please|um|uh|oh|well|actually)[ ,]+)*(?:no|nope|nah|naw|nay|nada|not|never|negative|negatory|false|incorrect|wrong|untrue|i think not|i do not|i did not|it is not|it was not|they are not|certainly not|absolutely not|of course not|no way)\b|\b(?:is|was|are|that is|it is|are|sounds?|seems?) (?:\w+ )?(?:not|false|incorrect|wrong|untrue|inaccurate|erroneous|invalid|a negative|a no|no)\b|\b(?:not|can not be|is not) (?:\w+ )?(?:true|right|correct|accurate|the case|so)\b|\b(?:would|will) be a? ?(?:no|negative)\b|\banswer is (?:no|false)\b|\b(?:a|say|say it is) (?:no|negative|negatory|false\w*)\b|\bfalse\b|\bincorrect\b|\bwrong\b/;
const yes =
  /^(?:(?:sorry|please|um|uh|oh|well|hmm|and)[ ,]+)*(?:yes|yep|yeap|yup|yeah|yea|ya|yah|yas|aye|ok|okay|k|sure|right|all right|alright|correct|true|very true|absolutely|definitely|certainly|indeed|exactly|agreed|affirm\w*|of course|totally|for sure|uh[ -]huh|mhm|facts|positive|fine|please do|10-4|roger|you bet|they are|it is|i do|i did|i have)\b|\b(?:is|that is|it is|are|sounds|you are|checks) (?:\w+ )?(?:true|right|correct|accurate|good|affirmative|yes|out|positive|it|awesome|a yes|definite yes)\b|\b(?:true|affirmative|a yes|makes sense|be (?:yes|awesome|great|lovely)|say(?:ing)? yes|confirm|can we please|agree|that would be (?:yes|awesome|great|fine))\b/;

/**
 * Yes, no or unsure, in the many ways people say it. Doubt wins over both, and a no over a yes: a reader
 * that is unsure must not turn "I think so" into a fact.
 */
export function readAnswer(text: string): Answer {
  const said = normalise(text).replace(/^[^a-z0-9]+/, '');
  if (said === '') return 'none';
  if (unsure.test(said)) return 'unsure';
  if (no.test(said)) return 'no';
  return yes.test(said) ? 'yes' : 'none';
}

const sealed =
  /\b(?:unopened|un-opened|sealed|not (?:\w+ ){0,3}open(?:ed)?|never (?:\w+ ){0,2}open(?:ed)?|not (?:\w+ )?(?:been )?opened|unboxed yet|still (?:\w+ ){0,3}(?:box|boxes|packaging|package|wrapping|wrapper|plastic|shrink ?wrap|packed|boxed|wrapped)|in (?:its|their|the) (?:original|unopened|sealed) (?:\w+ )?(?:box|boxes|packaging|package|wrapping)|untouched|not (?:\w+ )?(?:unpacked|unboxed|unwrapped|taken (?:it|them) out)|factory (?:new|fresh))\b/;
const opened =
  /(?<!\b(?:not|never|nor|without|not even|not yet|never even|not been|never been|not being) )(?<!\bun)(?<!\bun-)\b(?:opened|open already|already open|is open|are open|unboxed|unpacked|unwrapped|used (?:it|them|once|twice|the|both)|been used|have used|did use|tried (?:it|them|on)|wore|worn|took (?:it|them) out|out of (?:its|the|their) (?:box|packaging)|broke the seal|seal (?:is|was|has been|got) (?:broken|torn|off|gone)|not (?:\w+ )?(?:sealed|unopened)|(?:no longer|not) (?:\w+ ){0,2}(?:sealed|unopened|in (?:its|the|their) (?:box|packaging))|plugged (?:it|them) in|i (?:had to )?open(?:ed)? (?:it|them|the))\b/;
const notSealed =
  /\b(?:not|no longer|is not|never) (?:\w+ ){0,2}(?:sealed|unopened|in (?:its|the|their) (?:\w+ )?(?:box|packaging))\b/;
/** Unused is not unopened, and a go-ahead is no statement about goods: neither answers the question. */
const beside =
  /\b(?:not|never) (?:\w+ ){0,2}(?:used|worn|tried)\b|\b(?:go ahead|approve[ds]?|proceed|do it)\b/;
const conditional = /\b(?:if|whether|unless|do you|can you|does it|would it|policy|must|has to|have to be)\b/;

/**
 * What a message itself says about the goods being unopened. Content beats polarity: "yes, I opened it"
 * is opened. "Unused" alone says nothing about the seal and is `none`. Conditions and questions
 * ("do you refund unopened items?") are not statements.
 */
export function readUnopenedStatement(text: string): UnopenedAnswer {
  const said = normalise(text);
  const parts = clauses(said).filter((part) => !conditional.test(part) && !asks(said, part));
  const saysSealed = parts.some((part) => sealed.test(part) && !notSealed.test(part));
  const saysOpened = parts.some((part) => notSealed.test(part) || (opened.test(part) && !isDenied(part)));
  if (!saysSealed && !saysOpened) return 'none';
  if (unsure.test(said)) return 'unsure';
  if (saysSealed && saysOpened) return 'mixed';
  return saysSealed ? 'unopened' : 'opened';
}

/** The answer to our own question "is it unopened?": the statement if there is one, else a plain yes or no. */
export function readUnopenedAnswer(text: string): UnopenedAnswer {
  const statement = readUnopenedStatement(text);
  if (statement !== 'none') return statement;
  const plain = readAnswer(text);
  if (plain === 'unsure') return 'unsure';
  if (beside.test(normalise(text))) return 'none';
  return plain === 'yes' ? 'unopened' : plain === 'no' ? 'opened' : 'none';
}

function isDenied(part: string): boolean {
  const withoutDenied = part.replace(
    /\b(?:not|never) (?:\w+ ){0,3}(?:open(?:ed)?|unboxed|unpacked|unwrapped|used|worn|tried)\b/g,
    ' ',
  );
  return !opened.test(withoutDenied);
}

function asks(said: string, part: string): boolean {
  return said
    .slice(said.indexOf(part) + part.length)
    .trimStart()
    .startsWith('?');
}
