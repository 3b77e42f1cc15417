import type { FieldFault } from '@countersign/capabilities';
import { Problem } from '@countersign/messaging/http';

/**
 * Every way this door refuses: the closed union of the API and of OpenAPI. Status and title by code; those that the
 * edge answers by itself are here with its titles.
 */
const table = {
  bad_request: [400, 'The request is not usable'],
  invalid_request: [400, 'The request is not usable'],
  idempotency_key_missing: [400, 'The header Idempotency-Key is missing'],
  idempotency_key_invalid: [400, 'The header Idempotency-Key is not usable'],
  cursor_invalid: [400, 'The place to go on from is not usable'],
  token_missing: [401, 'Sign in first'],
  token_expired: [401, 'The sign-in has expired'],
  token_invalid: [401, 'The token is not accepted'],
  role_missing: [403, 'Your sign-in does not include this'],
  tenant_not_served: [403, 'This tenant is not served here'],
  not_found: [404, 'Not found'],
  ended: [409, 'The proposal to replace has ended'],
  in_progress: [409, 'The proposal to replace is being carried out'],
  body_too_large: [413, 'The request body is too large'],
  unsupported_media_type: [415, 'This kind of body is not understood'],
  body_invalid: [422, 'The body is not what this takes'],
  action_refused: [422, 'The records do not allow this action'],
  idempotency_key_reused: [422, 'This Idempotency-Key was used with other content'],
  message_id_reused: [422, 'This messageId was used with other content'],
  too_many_requests: [429, 'Too many requests'],
  internal_error: [500, 'Something went wrong here'],
  identity_unavailable: [503, 'The identity provider gives no answer'],
  records_unavailable: [503, 'The records give no answer'],
  contended: [503, 'Not available now'],
  store_unavailable: [503, 'Not available now'],
} as const;

export type ProblemCode = keyof typeof table;
export const problemCodes = Object.keys(table) as readonly ProblemCode[];

export const statusOf = (code: ProblemCode): number => table[code][0];
export const titleOf = (code: ProblemCode): string => table[code][1];

interface Particulars {
  readonly errors?: readonly FieldFault[];
  readonly retryAfterSeconds?: number;
}

/** A refusal on its way to the edge. `detail` says what did not happen, why, and what now. */
export function problem(
  code: ProblemCode,
  detail: string,
  { errors, retryAfterSeconds }: Particulars = {},
): Problem {
  const headers = {
    'cache-control': 'no-store',
    ...(statusOf(code) === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  };
  const told = errors === undefined ? {} : { errors };
  return new Problem({ status: statusOf(code), code, title: titleOf(code), detail, headers, ...told });
}
