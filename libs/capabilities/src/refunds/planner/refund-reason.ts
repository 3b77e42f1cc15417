import { normalise } from '@countersign/planning/rules';

export type RefundReason = 'unopened_return' | 'damaged' | 'late' | 'other';

const damaged =
  /(?<!\b(?:not|never|not been|seal is|seal was) )\b(?:damag\w+|broken|defect\w*|faulty|crack\w+|not work\w*|does not work|do not work|stopped working|dead on arrival|shattered|ripped|torn)\b/;
const late =
  /\b(?:(?:arriv\w+|came|deliver\w+|got here|showed up) (?:\w+ ){0,3}late|too late|late delivery)\b/;

/** Why a refund is wanted, by the words of one message; most people give no reason and return what they got. */
export function readReason(text: string): RefundReason {
  const said = normalise(text);
  return damaged.test(said) ? 'damaged' : late.test(said) ? 'late' : 'unopened_return';
}
