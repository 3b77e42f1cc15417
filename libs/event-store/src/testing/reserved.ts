import { intentPrefix, reservationRules } from '@countersign/contracts';
import type { Append } from '../port.js';

/** An append that a test makes by hand, with the claim or the release that its events may not come without. */
export function reserved(request: Append): Append {
  const rules = request.events.flatMap(({ type, data }) =>
    reservationRules.filter(
      (rule) => rule.type === type && (rule.verdict === undefined || rule.verdict === data['verdict']),
    ),
  );
  return {
    ...request,
    ...(rules.some(({ holdsAfter }) => holdsAfter === intentPrefix) && {
      claims: [{ key: `${intentPrefix}${request.stream}` }],
    }),
    ...(rules.some(({ givesBack }) => givesBack) && { releases: ['*'] }),
  };
}
