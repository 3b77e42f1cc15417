import { APPROVAL_TYPE, type ApprovalPayload, approvalPayloadOf } from './approval-payload.js';
import { signCompact } from './compact-jws.js';
import {
  type KeyMaterial,
  type PublicSigningKey,
  privateKeyFrom,
  publicJwkOf,
  publicKeyFrom,
} from './signing-key.js';

export interface Signer {
  /** Publish this half: it is all the executor and an auditor need. */
  readonly publicJwk: PublicSigningKey;
  /** A compact JWS over exactly the payload's fields. Throws TypeError on an incomplete payload (a bug). */
  signApproval(payload: ApprovalPayload): string;
}

/** Signs approvals with an Ed25519 private key (PEM or JWK). Only the approval-service holds one. */
export function createApprovalSigner(privateKey: KeyMaterial): Signer {
  const key = privateKeyFrom(privateKey);
  const publicJwk = publicJwkOf(publicKeyFrom(privateKey));
  return {
    publicJwk,
    signApproval(payload) {
      const exact = approvalPayloadOf({ ...payload });
      if (exact === undefined)
        throw new TypeError('an approval must name every one of its fields, and no other');
      return signCompact(exact, key, { kid: publicJwk.kid, typ: APPROVAL_TYPE });
    },
  };
}
