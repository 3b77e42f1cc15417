/**
 * For whoever writes a capability's offline rules: the shape they have, and how to read what people write. It
 * refuses nothing and decides nothing: a reading is a guess about words. Its one invariant: everything here is a
 * pure function, so rules made of it give the same step for the same view.
 */
export { isObject } from '../port/check-schema.js';
export { sameJson } from '../port/same-json.js';
export { type Answer, readAnswer, unsure } from './answers.js';
export { type CapabilityRules, type IntentWords, say, sayWhole, type Wording } from './capability-rules.js';
export { soundsLikeChange } from './change-words.js';
export {
  type Asking,
  answersWish,
  askAtMost,
  cameToNothing,
  courseOver,
  declined,
  hasProposal,
  sayOnce,
} from './course.js';
export { type Look, lookUp } from './look-up.js';
export { aboutGoods } from './matter-words.js';
export { type AmountMention, readOrderIdAnswer, readOrderIds } from './mentions.js';
export { type MessageRead, readMessages } from './messages.js';
export { clauses, normalise } from './normalise.js';
export { asksFor, type IntentRead, type MessageReading, readMessage } from './read-message.js';
export { basisIn, only, type Thought, withFacts } from './thought.js';
