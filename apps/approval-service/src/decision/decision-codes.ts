import type { ProposalRefusal } from '@countersign/domain';
import type { TokenRefusal } from '@countersign/identity';

/** Every way a decision can be refused; the closed union of the API, of the audit record and of OpenAPI. */
export const decisionCodes = [
  'token_missing',
  'token_expired',
  'token_invalid',
  'identity_unavailable',
  'not_a_person',
  'not_found',
  'body_invalid',
  'sight_missing',
  'sight_invalid',
  'sight_expired',
  'digest_differs',
  'stale',
  'record_unreadable',
  'not_routed_to_you',
  'four_eyes',
  'second_person_needed',
  'expired',
  'superseded',
  'already_decided',
  'not_asked_yet',
  'ended',
  'replayed',
  'other_tenant',
] as const;

export type DecisionCode = (typeof decisionCodes)[number];

/** HTTP status by code. Another tenant's proposal answers like a made-up one, on record as what it was. */
export const statusOfCode: Readonly<Record<DecisionCode, number>> = {
  token_missing: 401,
  token_expired: 401,
  token_invalid: 401,
  identity_unavailable: 503,
  not_a_person: 403,
  not_found: 404,
  other_tenant: 404,
  body_invalid: 400,
  sight_missing: 409,
  sight_invalid: 409,
  sight_expired: 409,
  digest_differs: 409,
  stale: 409,
  record_unreadable: 503,
  not_routed_to_you: 403,
  four_eyes: 403,
  second_person_needed: 403,
  expired: 409,
  superseded: 409,
  already_decided: 409,
  not_asked_yet: 409,
  ended: 409,
  replayed: 409,
};

/** The domain's reason not to take a decision, in the words of this API. */
export function decisionCodeOf(code: ProposalRefusal): DecisionCode {
  const same = decisionCodes.find((known) => known === code);
  if (same !== undefined) return same;
  return code === 'slot_filled' ? 'already_decided' : 'ended';
}

export function tokenCodeOf(code: TokenRefusal): DecisionCode {
  if (code === 'token_missing') return 'token_missing';
  if (code === 'keys_unavailable') return 'identity_unavailable';
  return code === 'expired' ? 'token_expired' : 'token_invalid';
}
