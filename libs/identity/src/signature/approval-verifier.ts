import { APPROVAL_TYPE, type ApprovalPayload, approvalPayloadOf } from './approval-payload.js';
import { type CompactVerdict, verifyCompact } from './compact-jws.js';
import { type KeyMaterial, publicJwkOf, publicKeyFrom } from './signing-key.js';

export type SignatureRefusal =
  | Extract<CompactVerdict, { outcome: 'refused' }>['code']
  | 'approval_incomplete'
  | 'approval_expired';

export type SignatureVerdict =
  | { readonly outcome: 'verified'; readonly payload: ApprovalPayload; readonly kid: string }
  | { readonly outcome: 'refused'; readonly code: SignatureRefusal };

export interface SignatureVerifier {
  /**
   * Judges who signed what. Whether it is the right tenant, proposal and digest is the caller's comparison.
   * Expiry is judged only when `at` (ISO instant, database time: C78) is given; the instant of expiry itself
   * is already too late.
   */
  verifyApproval(jws: string, judged?: { readonly at?: string }): SignatureVerdict;
}

/** Verifies approvals with public keys alone. Give the old and the new key while a key is being rotated. */
export function createApprovalVerifier(publicKeys: readonly KeyMaterial[]): SignatureVerifier {
  const keys = new Map(
    publicKeys.map((material) => {
      const key = publicKeyFrom(material);
      return [publicJwkOf(key).kid, key] as const;
    }),
  );
  return {
    verifyApproval(jws, { at } = {}) {
      const verdict = verifyCompact(jws, keys, APPROVAL_TYPE);
      if (verdict.outcome === 'refused') return verdict;
      const payload = approvalPayloadOf(verdict.payload);
      if (payload === undefined) return { outcome: 'refused', code: 'approval_incomplete' };
      // `!(a < b)`, so that an unreadable `at` refuses as well.
      if (at !== undefined && !(Date.parse(at) < Date.parse(payload.expiresAt))) {
        return { outcome: 'refused', code: 'approval_expired' };
      }
      return { outcome: 'verified', payload, kid: verdict.kid };
    },
  };
}
