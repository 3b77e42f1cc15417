import type { CapabilityOffered } from '../port/view.js';
import type { CapabilityRules } from './capability-rules.js';
import { clauses, normalise } from './normalise.js';
import { type IntentRead, readIntents } from './read-message.js';

/** Something that a message asks for and a capability takes. */
export interface Matter {
  readonly capability: string;
  readonly intent: string;
  readonly confidence: number;
}

/** What of a message goes where: to one, to several one after the other, or to nobody until it is asked about. */
export type Destination =
  | { readonly outcome: 'none' }
  | { readonly outcome: 'routed'; readonly matters: readonly [Matter, ...Matter[]] }
  | { readonly outcome: 'unsure'; readonly between: readonly [Matter, Matter] };

/** Below this nothing is started; it is asked what is meant. */
export const sureEnough = 0.75;
/** Of two readings of the same words, one this much surer is taken. */
const clearlySurer = 0.1;

/**
 * Each capability whose matter has words of its own gets it, in the order of those words: one message may ask for
 * two things. Where two capabilities read the same words, nothing is started unless one reading is clearly surer.
 */
export function destinationOf(
  text: string,
  read: readonly IntentRead[],
  rules: readonly CapabilityRules[],
  offered: readonly CapabilityOffered[],
): Destination {
  const here = rules.filter((one) => offered.some(({ name }) => name === one.capability));
  const sure = mattersIn(read, here).filter(({ confidence }) => confidence >= sureEnough);
  const [first, second] = sure;
  if (first === undefined) return { outcome: 'none' };
  if (second === undefined) return { outcome: 'routed', matters: [first] };
  const [own, ...others] = withOwnWords(text, sure, here);
  if (own !== undefined) return { outcome: 'routed', matters: [own, ...others] };
  if (first.confidence - second.confidence >= clearlySurer) return { outcome: 'routed', matters: [first] };
  return { outcome: 'unsure', between: [first, second] };
}

/** The surest matter of each capability, surest first. */
function mattersIn(read: readonly IntentRead[], rules: readonly CapabilityRules[]): Matter[] {
  const found = read.flatMap(({ intent, confidence }) =>
    rules
      .filter(({ takes }) => takes.includes(intent))
      .map(({ capability }) => ({ capability, intent, confidence })),
  );
  return found.filter((one, index) => found.findIndex((m) => m.capability === one.capability) === index);
}

function withOwnWords(text: string, sure: readonly Matter[], rules: readonly CapabilityRules[]): Matter[] {
  const claims = clauses(normalise(text)).map((clause) => {
    const claimed = mattersIn(readIntents(clause, rules), rules);
    return sure.filter((m) =>
      claimed.some((c) => c.capability === m.capability && c.confidence >= sureEnough),
    );
  });
  const alone = claims.flatMap((claimed) => (claimed.length === 1 ? claimed : []));
  return [...new Set(alone)];
}
