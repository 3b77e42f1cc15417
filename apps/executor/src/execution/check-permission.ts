import { digestOf } from '@countersign/contracts';
import { type Drafted, type Grant, grantsOf, type Permitted } from '@countersign/domain';
import type { ApprovalPayload, Directory, SignatureVerifier } from '@countersign/identity';
import type { FilledRequirement } from '@countersign/policy';

export type Permission =
  | { readonly outcome: 'holds'; readonly filled: readonly FilledRequirement[] }
  | { readonly outcome: 'voided'; readonly code: string; readonly message: string }
  | { readonly outcome: 'no_answer'; readonly code: string };

export interface PermissionPorts {
  readonly verifier: SignatureVerifier;
  readonly directory: Directory;
}

export type Permissible = Drafted & Permitted;

/**
 * Looks at every yes once more, right before the call: the digest is computed anew from the action, each
 * signature is checked with the public key alone and must say exactly what the event says, and whoever
 * approved must still hold the role. Nothing here trusts what was checked when the yes was given.
 */
export async function checkPermission(ports: PermissionPorts, proposal: Permissible): Promise<Permission> {
  const { tenant, action, digest } = proposal.draft;
  if (digestOf(tenant, action) !== digest) {
    return {
      outcome: 'voided',
      code: 'digest_differs',
      message: 'The action is not the one its digest names.',
    };
  }
  const filled: FilledRequirement[] = [];
  for (const grant of grantsOf(proposal.slots)) {
    const forged = signatureFault(ports.verifier, proposal, grant);
    if (forged !== undefined) return { outcome: 'voided', code: 'signature_invalid', message: forged };
    const roles = await rolesNow(ports.directory, tenant, grant);
    if (roles.outcome !== 'known') return roles;
    const { subject: sub, kind } = grant.approver;
    filled.push({ slot: grant.slot, by: { sub, kind, tenant, roles: roles.roles } });
  }
  return { outcome: 'holds', filled };
}

function signatureFault(
  verifier: SignatureVerifier,
  { draft }: Permissible,
  grant: Grant,
): string | undefined {
  const verdict = verifier.verifyApproval(grant.signature);
  if (verdict.outcome === 'refused')
    return `The signature of ${grant.approver.name} is refused: ${verdict.code}.`;
  const said: ApprovalPayload = {
    tenant: draft.tenant,
    proposalId: draft.proposalId,
    digest: draft.digest,
    slot: grant.slot,
    approver: grant.approver.subject,
    cardHash: grant.cardHash,
    policySetHash: grant.policySetHash,
    grantedAt: grant.grantedAt,
    expiresAt: grant.expiresAt,
  };
  const differs = (Object.keys(said) as (keyof ApprovalPayload)[]).find(
    (field) => said[field] !== verdict.payload[field],
  );
  return differs === undefined
    ? undefined
    : `The signature of ${grant.approver.name} is over another ${differs}.`;
}

type RolesNow =
  | { readonly outcome: 'known'; readonly roles: readonly string[] }
  | Exclude<Permission, { outcome: 'holds' }>;

/** A customer consents as themselves; only a role can be withdrawn. */
async function rolesNow(directory: Directory, tenant: string, { basis, approver }: Grant): Promise<RolesNow> {
  if (basis === 'consent') return { outcome: 'known', roles: approver.roles };
  const now = await directory.currentRoles(tenant, approver.subject);
  if (now.outcome === 'no_answer') return { outcome: 'no_answer', code: `directory_${now.code}` };
  if (now.outcome === 'unknown_person') {
    return { outcome: 'voided', code: 'rights_withdrawn', message: `${approver.name} is no longer with us.` };
  }
  return now;
}
