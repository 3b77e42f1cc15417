import { normalise } from './normalise.js';

export type Answer = 'yes' | 'no' | 'unsure' | 'none';

/** Words of doubt. */
export const unsure =
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
