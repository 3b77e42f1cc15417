import { createApprovalSigner, generateSigningKey } from '@countersign/identity';
import { describe, expect, it } from '@jest/globals';
import { type Claimed, type Sight, Sights } from './sight.js';

const key = generateSigningKey().privateKeyPem;
const sights = new Sights(key);
const sight: Sight = {
  tenant: 'fjordlight',
  proposalId: '5d0b4b86-9b1e-4c6f-8f1f-7a106f0c8a1e',
  digest: 'a'.repeat(64),
  cardHash: 'b'.repeat(64),
  shownAt: '2026-11-29T12:00:00.000000Z',
  subject: 'maya',
  record: 'as_proposed',
};
const claimed: Claimed = {
  tenant: sight.tenant,
  proposalId: sight.proposalId,
  digest: sight.digest,
  subject: sight.subject,
  at: '2026-11-29T12:05:00Z',
  askedAt: '2026-11-29T11:00:00Z',
};

describe('a sight', () => {
  it('proves that this person was shown this card', () => {
    expect(sights.check(sights.sign(sight), claimed)).toEqual({ outcome: 'seen', sight });
  });

  it.each([
    ['another person', { subject: 'priya' }],
    ['another proposal', { proposalId: '00000000-0000-4000-8000-000000000000' }],
    ['another digest', { digest: 'c'.repeat(64) }],
    ['another tenant', { tenant: 'other' }],
  ])('does not hold for %s', (_name, other) => {
    const verdict = sights.check(sights.sign(sight), { ...claimed, ...other });
    expect(verdict).toEqual({ outcome: 'refused', code: 'sight_invalid' });
  });

  it('holds for thirty minutes and no longer', () => {
    const token = sights.sign(sight);
    expect(sights.check(token, { ...claimed, at: '2026-11-29T12:30:00Z' }).outcome).toBe('seen');
    const late = sights.check(token, { ...claimed, at: '2026-11-29T12:30:00.001Z' });
    expect(late).toEqual({ outcome: 'refused', code: 'sight_expired' });
  });

  it('does not hold for a question that was asked after the card was shown', () => {
    const verdict = sights.check(sights.sign(sight), { ...claimed, askedAt: '2026-11-29T12:00:01Z' });
    expect(verdict).toEqual({ outcome: 'refused', code: 'sight_expired' });
  });

  it('is refused when absent, forged, altered or of another kind', () => {
    const token = sights.sign(sight);
    const [head = '', , mark = ''] = token.split('.');
    const altered = Buffer.from(JSON.stringify({ ...sight, subject: 'eve' })).toString('base64url');
    const forged = new Sights(generateSigningKey().privateKeyPem).sign(sight);
    const { cardHash, subject: approver, ...rest } = { ...sight, slot: 's', policySetHash: 'p' };
    const approval = createApprovalSigner(key).signApproval({
      tenant: rest.tenant,
      proposalId: rest.proposalId,
      digest: rest.digest,
      slot: rest.slot,
      policySetHash: rest.policySetHash,
      cardHash,
      approver,
      grantedAt: rest.shownAt,
      expiresAt: rest.shownAt,
    });
    expect(sights.check(undefined, claimed)).toEqual({ outcome: 'refused', code: 'sight_missing' });
    for (const wrong of [forged, `${head}.${altered}.${mark}`, approval, 'nonsense', `${token}.x`]) {
      expect(sights.check(wrong, claimed)).toEqual({ outcome: 'refused', code: 'sight_invalid' });
    }
  });
});
