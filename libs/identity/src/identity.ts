/**
 * Who is asking, and who signed. Verifies the identity tokens of people and agents, signs and verifies
 * approvals, and asks the directory which roles a person holds at this moment.
 *
 * Refuses: any algorithm, issuer, audience or key the server did not choose itself, whatever a token says
 * about itself. Expected refusals are values with a code; only a programming error throws.
 *
 * Invariant: a `Principal` exists only for a token whose signature was checked with a trusted key.
 */

export type { Directory, RolesAnswer } from './directory/directory.js';
export type { HttpDirectoryOptions } from './directory/http-directory.js';
export { createHttpDirectory } from './directory/http-directory.js';
export type { FetchPort } from './network/fetch-port.js';
export type { ApprovalPayload } from './signature/approval-payload.js';
export type { Signer } from './signature/approval-signer.js';
export { createApprovalSigner } from './signature/approval-signer.js';
export type { SignatureRefusal, SignatureVerdict, SignatureVerifier } from './signature/approval-verifier.js';
export { createApprovalVerifier } from './signature/approval-verifier.js';
export type { CompactVerdict } from './signature/compact-jws.js';
export { signCompact, verifyCompact } from './signature/compact-jws.js';
export type { KeyMaterial, PublicSigningKey, SigningKey } from './signature/signing-key.js';
export { generateSigningKey, keyIdOf, privateKeyFrom, publicKeyFrom } from './signature/signing-key.js';
export type { Principal, PrincipalKind } from './token/principal.js';
export type {
  TokenRefusal,
  TokenVerdict,
  TokenVerifier,
  TokenVerifierOptions,
} from './token/token-verifier.js';
export { createTokenVerifier } from './token/token-verifier.js';
