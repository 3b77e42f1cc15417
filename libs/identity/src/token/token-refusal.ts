/** Why a token is not accepted, in order of precedence: shape, algorithm, keys, signature, then claims. */
export type SignedRefusal =
  | 'token_malformed'
  | 'algorithm_not_allowed'
  | 'keys_unavailable'
  | 'signature_invalid'
  | 'issuer_wrong'
  | 'audience_wrong'
  | 'expired'
  | 'not_yet_valid'
  | 'claims_invalid';

const BY_CODE: Readonly<Record<string, SignedRefusal>> = {
  ERR_JWS_INVALID: 'token_malformed',
  ERR_JWT_INVALID: 'token_malformed',
  ERR_JOSE_NOT_SUPPORTED: 'token_malformed',
  ERR_JOSE_ALG_NOT_ALLOWED: 'algorithm_not_allowed',
  ERR_JWT_EXPIRED: 'expired',
  keys_unavailable: 'keys_unavailable',
};

const BY_CLAIM: Readonly<Record<string, SignedRefusal>> = {
  iss: 'issuer_wrong',
  aud: 'audience_wrong',
  nbf: 'not_yet_valid',
  iat: 'not_yet_valid',
};

/**
 * The refusal for an error of the token library, by its code.
 * What is not in the tables (no such key, two such keys, a key too weak) ends as `signature_invalid`: a token
 * that could not be verified must never become a crash that someone answers with a retry.
 */
export function refusalOf(error: unknown): SignedRefusal {
  const { code, claim, reason } = error as { code?: unknown; claim?: unknown; reason?: unknown };
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED') {
    const byClaim = BY_CLAIM[String(claim)] ?? 'claims_invalid';
    const isAbsentTime = byClaim === 'not_yet_valid' && reason !== 'check_failed';
    return isAbsentTime ? 'claims_invalid' : byClaim;
  }
  return BY_CODE[String(code)] ?? 'signature_invalid';
}
