import { ApiProblemResponses, type FieldProblem, type ProblemExample } from '@countersign/messaging/http';
import type { RecoveryCode } from '../recovery/recovery-codes.js';

/** Beside what this API says no with: what every HTTP edge answers by itself. */
type ProblemCode = RecoveryCode | 'invalid_request' | 'body_too_large' | 'store_unavailable';

/** What every route of a signed-in person may answer. */
export const ofSignedIn = [
  'token_missing',
  'token_invalid',
  'role_missing',
  'identity_unavailable',
  'store_unavailable',
] as const satisfies ProblemCode[];

/** The refusals an operation may answer with. */
export function ApiProblems(...codes: readonly ProblemCode[]): MethodDecorator & ClassDecorator {
  return ApiProblemResponses(codes.map(exampleOf));
}

function exampleOf(code: ProblemCode): ProblemExample {
  const [status, detail, errors] = examples[code];
  return { title: titles[status], status, detail, code, ...(errors === undefined ? {} : { errors }) };
}

const titles = {
  400: 'The request is not usable',
  401: 'Sign-in needed',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Not possible now',
  413: 'The request body is too large',
  503: 'Not available now',
} as const;

type Example = readonly [status: keyof typeof titles, detail: string, errors?: readonly FieldProblem[]];

const examples: Readonly<Record<ProblemCode, Example>> = {
  token_missing: [401, 'A bearer token is needed.'],
  token_invalid: [401, 'The token is refused: expired.'],
  identity_unavailable: [503, 'Sign-in cannot be checked just now. Nothing was done.'],
  role_missing: [403, 'Your sign-in (customer) does not include this; operator does.'],
  not_found: [404, 'There is no such recovery item.'],
  settled: [409, 'Your step was not recorded: it does not wait for a person now.'],
  not_waiting: [409, 'It does not wait for a person now.'],
  step_not_allowed: [409, 'The target remembers the operation no longer; nothing is sent under it.'],
  effect_known: [
    409,
    'An effect of this operation was read at the target or recorded since, so it is not sent again: say whether it stands.',
  ],
  effect_possible: [
    409,
    'It was said since that this was carried out, so it is not sent again before a look shows otherwise.',
  ],
  evidence_missing: [400, 'Say what a second person can check.'],
  second_person_needed: [403, 'You proposed this, so somebody else signs it.'],
  resolution_changed: [409, 'Another resolution was proposed meanwhile. Read it before you sign.'],
  already_handled: [409, 'It was handled already; there is nothing left to try.'],
  retry_unavailable: [503, 'This process was not given the way to ask for another try.'],
  not_compared: [
    503,
    'The ledger of payments was not read to the end (listing_does_not_end). Nothing was concluded.',
  ],
  unknown_target: [
    400,
    'Nothing was done: there is no target paymints.',
    [{ field: 'scope', reason: 'is none of tenant, target-payments, target-billing' }],
  ],
  reason_missing: [400, 'Say why, in a few words.'],
  already_stopped: [409, 'Sam Achebe stopped this at 2026-11-30T09:41:50.000Z: ‘provider incident’.'],
  not_stopped: [409, 'This is not stopped.'],
  signature_missing: [400, 'Nothing was recorded: the delivery carries no signature.'],
  signature_invalid: [400, 'Nothing was recorded: the signature is not over these bytes, or is too old.'],
  body_invalid: [400, 'Nothing was recorded: what was signed is not a message that is known here.'],
  invalid_request: [400, 'Not usable: reason.'],
  body_too_large: [413, 'A request body may have at most 1 MB.'],
  store_unavailable: [503, 'Nothing is known to have happened. Please try again.'],
};
