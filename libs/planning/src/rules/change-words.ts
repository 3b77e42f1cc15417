import { normalise } from './normalise.js';

const change =
  /\b(?:only|just) (?:refund|return|the|my|one|for)\b|\binstead\b|\brather than\b|\bexcept (?:the|my|for)\b|\bchange (?:it|that|this|my|the)\b|\b(?:keep|keeping) (?:the|my)\b/;

/** "Only the headphones", "the case instead": of something asked for before, something else is wanted now (S05). */
export function soundsLikeChange(text: string): boolean {
  return change.test(normalise(text));
}
