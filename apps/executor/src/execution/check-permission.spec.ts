import type { Grant } from '@countersign/domain';
import { createApprovalSigner, createApprovalVerifier, generateSigningKey } from '@countersign/identity';
import { describe, expect, it } from '@jest/globals';
import { approvedRefund, fold, key, type RefundUnderTest } from '../testing/approved-refund.js';
import { checkPermission, type Permissible } from './check-permission.js';

const id = '11111111-1111-4111-8111-111111111111';
const verifier = createApprovalVerifier([key.publicJwk]);

function permissible(refund: Partial<RefundUnderTest> = {}): Permissible {
  return fold(approvedRefund({ id, ...refund })) as Permissible;
}

function check(proposal: Permissible, roles: readonly string[] | 'gone' | 'silent' = []) {
  return checkPermission(
    {
      verifier,
      directory: {
        currentRoles: async () => {
          if (roles === 'gone') return { outcome: 'unknown_person' };
          return roles === 'silent'
            ? { outcome: 'no_answer', code: 'unreachable' }
            : { outcome: 'known', roles };
        },
      },
    },
    proposal,
  );
}

const asStaff = (grant: Grant): Grant => ({ ...grant, basis: 'approval' });

describe('a permission, looked at right before the call', () => {
  it('holds when the signature says exactly what the event says', async () => {
    expect(await check(permissible())).toMatchObject({
      outcome: 'holds',
      filled: [{ slot: 'customer-consent', by: { sub: 'ada' } }],
    });
  });

  it('C57: is void when the action is no longer the one the digest names', async () => {
    const proposal = permissible();
    const dearer = { ...proposal.draft.action, money: { amountMinor: 20_000, currency: 'EUR' } };
    const amended = { ...proposal, draft: { ...proposal.draft, action: dearer } };
    expect(await check(amended)).toMatchObject({ outcome: 'voided', code: 'digest_differs' });
  });

  it.each<[string, (grant: Grant) => Grant]>([
    [
      'another approver',
      (grant) => ({
        ...grant,
        approver: { ...grant.approver, subject: 'ben' as typeof grant.approver.subject },
      }),
    ],
    ['a longer life', (grant) => ({ ...grant, expiresAt: '2031-01-01T00:00:00.000Z' })],
    ['another card', (grant) => ({ ...grant, cardHash: 'd'.repeat(64) })],
    ['another policy set', (grant) => ({ ...grant, policySetHash: 'other' })],
    ['no signature', (grant) => ({ ...grant, signature: '' })],
    ['a signature of somebody else', (grant) => ({ ...grant, signature: strangersSignature(grant) })],
  ])('C64: a grant written with %s does not permit anything', async (_, change) => {
    expect(await check(permissible({ change }))).toMatchObject({
      outcome: 'voided',
      code: 'signature_invalid',
    });
  });

  it('is void when the approver has left, and undecided when the directory is silent', async () => {
    expect(await check(permissible({ change: asStaff }), 'gone')).toMatchObject({
      outcome: 'voided',
      code: 'rights_withdrawn',
    });
    expect(await check(permissible({ change: asStaff }), 'silent')).toEqual({
      outcome: 'no_answer',
      code: 'directory_unreachable',
    });
  });

  it('carries the roles of now, not those of the moment of the yes', async () => {
    expect(await check(permissible({ change: asStaff }), ['support_agent'])).toMatchObject({
      filled: [{ by: { roles: ['support_agent'] } }],
    });
  });
});

function strangersSignature(grant: Grant): string {
  const { slot, digest, cardHash, policySetHash, grantedAt, expiresAt } = grant;
  const payload = {
    tenant: 'fjordlight',
    proposalId: id,
    digest,
    slot,
    approver: grant.approver.subject,
    cardHash,
    policySetHash,
    grantedAt,
    expiresAt,
  };
  return createApprovalSigner(generateSigningKey().privateKeyPem).signApproval(payload);
}
