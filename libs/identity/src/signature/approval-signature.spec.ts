import { describe, expect, it } from '@jest/globals';
import { CompactSign, compactVerify, exportPKCS8, generateKeyPair, importJWK, importPKCS8 } from 'jose';
import type { ApprovalPayload } from './approval-payload.js';
import { createApprovalSigner } from './approval-signer.js';
import { createApprovalVerifier } from './approval-verifier.js';
import { signCompact } from './compact-jws.js';
import { generateSigningKey, keyIdOf, privateKeyFrom } from './signing-key.js';

const key = generateSigningKey();
const signer = createApprovalSigner(key.privateKeyPem);
const verifier = createApprovalVerifier([key.publicJwk]);
const approval: ApprovalPayload = {
  tenant: 'fjordlight',
  proposalId: '018f6f0e-0000-7000-8000-000000004821',
  digest: 'a'.repeat(64),
  slot: 'manager',
  approver: 'maya',
  cardHash: 'b'.repeat(64),
  policySetHash: 'c'.repeat(64),
  grantedAt: '2026-11-29T12:00:00.000Z',
  expiresAt: '2026-11-29T16:00:00.000Z',
};
const typ = 'countersign-approval+jws';
const kid = key.publicJwk.kid;

function codeOf(jws: string) {
  const verdict = verifier.verifyApproval(jws);
  return verdict.outcome === 'refused' ? verdict.code : verdict.outcome;
}

function encode(value: object) {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

describe('a signed approval', () => {
  it('comes back as exactly what was signed, and signing twice gives the same bytes', () => {
    const jws = signer.signApproval(approval);
    expect(verifier.verifyApproval(jws)).toEqual({ outcome: 'verified', payload: approval, kid });
    expect(signer.signApproval({ ...approval })).toBe(jws);
  });

  it('is standard JOSE: jose verifies ours, we verify jose’s', async () => {
    const publicKey = await importJWK({ ...key.publicJwk }, 'EdDSA');
    const { payload } = await compactVerify(signer.signApproval(approval), publicKey, {
      algorithms: ['EdDSA'],
    });
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(approval);
    const theirs = await new CompactSign(Buffer.from(JSON.stringify(approval)))
      .setProtectedHeader({ alg: 'EdDSA', kid, typ })
      .sign(await importPKCS8(key.privateKeyPem, 'EdDSA'));
    expect(codeOf(theirs)).toBe('verified');
  });

  it('has one key id for one key, as PEM, private JWK or public JWK', () => {
    const privateJwk = privateKeyFrom(key.privateKeyPem).export({ format: 'jwk' });
    expect([keyIdOf(key.privateKeyPem), keyIdOf(privateJwk), keyIdOf({ ...key.publicJwk })]).toEqual([
      kid,
      kid,
      kid,
    ]);
    expect(createApprovalSigner(privateJwk).signApproval(approval)).toBe(signer.signApproval(approval));
  });
});

describe('an approval that nobody gave', () => {
  it('is refused after any change of a field, and signed by another key', () => {
    const [head, , mark] = signer.signApproval(approval).split('.');
    for (const field of Object.keys(approval)) {
      const changed = encode({ ...approval, [field]: '2027-01-01T00:00:00Z' });
      expect(codeOf(`${head}.${changed}.${mark}`)).toBe('signature_invalid');
    }
    const stranger = generateSigningKey();
    expect(codeOf(createApprovalSigner(stranger.privateKeyPem).signApproval(approval))).toBe('key_unknown');
    const under = signCompact(approval, privateKeyFrom(stranger.privateKeyPem), { kid, typ });
    expect(codeOf(under)).toBe('signature_invalid');
  });

  it('C79: is refused with another algorithm or a header that brings its own rules', () => {
    const [, body, mark] = signer.signApproval(approval).split('.');
    const withHeader = (header: object) => codeOf(`${encode(header)}.${body}.${mark}`);
    expect(withHeader({ alg: 'none', kid, typ })).toBe('algorithm_not_allowed');
    expect(withHeader({ alg: 'HS256', kid, typ })).toBe('algorithm_not_allowed');
    expect(withHeader({ alg: 'EdDSA', kid, typ, jwk: key.publicJwk })).toBe('signature_malformed');
    expect(withHeader({ alg: 'EdDSA', kid, typ: 'JWT' })).toBe('signature_malformed');
    expect(withHeader({ alg: 'EdDSA', typ })).toBe('signature_malformed');
  });

  it('is refused in a second spelling of the same signature', () => {
    const jws = signer.signApproval(approval);
    expect(codeOf(`${jws}=`)).toBe('signature_malformed');
    expect(codeOf(`${jws} `)).toBe('signature_malformed');
    for (const broken of ['', 'a.b', 'a.b.c.d', `${jws}.`, 'x'.repeat(20_000)]) {
      expect(codeOf(broken)).toBe('signature_malformed');
    }
  });

  it('is refused when a field is missing, empty or unexpected, though the signature holds', () => {
    const by = privateKeyFrom(key.privateKeyPem);
    const { digest: _, ...without } = approval;
    for (const payload of [
      without,
      { ...approval, digest: '' },
      { ...approval, also: 'this' },
      { ...approval, expiresAt: 'soon' },
    ]) {
      expect(codeOf(signCompact(payload, by, { kid, typ }))).toBe('approval_incomplete');
    }
    expect(() => signer.signApproval({ ...approval, digest: '' })).toThrow(TypeError);
  });

  it('C59: is over at the instant of expiry, by the clock the caller names', () => {
    const jws = signer.signApproval(approval);
    expect(verifier.verifyApproval(jws, { at: '2026-11-29T15:59:59.999Z' }).outcome).toBe('verified');
    for (const at of ['2026-11-29T16:00:00.000Z', '2026-11-30T00:00:00Z', 'not an instant']) {
      expect(verifier.verifyApproval(jws, { at })).toEqual({ outcome: 'refused', code: 'approval_expired' });
    }
  });

  it('cannot come from another kind of key, and the refusal does not quote the key', async () => {
    const rsa = await generateKeyPair('RS256', { extractable: true });
    const pem = await exportPKCS8(rsa.privateKey);
    expect(() => createApprovalSigner(pem)).toThrow('not an Ed25519 key');
    expect(() => createApprovalSigner('-----BEGIN SECRET-----')).toThrow(/^the signing key cannot be read$/);
  });
});
