import {
  badRequest,
  conflict,
  type FieldProblem,
  forbidden,
  notFound,
  unavailable,
} from '@countersign/messaging/http';
import type { RecoveryCode } from '../recovery/recovery-codes.js';

interface Refused {
  readonly outcome: 'refused';
  readonly code: RecoveryCode;
  readonly message: string;
  readonly errors?: readonly FieldProblem[];
}

/** An answer, or its refusal as a problem document. */
export function answered<Answer extends { readonly outcome: string }>(
  answer: Answer | Refused,
): Exclude<Answer, Refused> {
  if (answer.outcome === 'refused') throw problemOf(answer as Refused);
  return answer as Exclude<Answer, Refused>;
}

function problemOf({ code, message, errors }: Refused): Error {
  switch (code) {
    case 'not_found':
      return notFound(message, code);
    case 'evidence_missing':
    case 'reason_missing':
    case 'unknown_target':
      return badRequest(message, code, errors === undefined ? {} : { errors });
    case 'second_person_needed':
      return forbidden(message, code);
    case 'not_compared':
      return unavailable(message, code);
    default:
      return conflict(message, code);
  }
}
