import { type CapabilityReads, capabilities, holdsOfOthers } from '@countersign/capabilities';
import { proposalStream } from '@countersign/contracts';
import { endedWithoutEffect, type ProposalEventData } from '@countersign/domain';
import type { EventStore } from '@countersign/event-store';
import type { ProposalStreams } from '@countersign/messaging';
import { type FilledRequirement, type PolicyEngine, requestOf } from '@countersign/policy';
import type { Permissible } from './check-permission.js';

export type Revalidation =
  | { readonly outcome: 'stands' }
  | { readonly outcome: 'voided'; readonly code: string; readonly message: string }
  | {
      readonly outcome: 'invalid';
      readonly code: string;
      readonly difference: string;
      /** Absent where nothing was there to be read. */
      readonly readAt?: string;
    }
  | { readonly outcome: 'no_answer'; readonly code: string };

export interface RevalidationPorts {
  readonly reads: CapabilityReads;
  readonly engine: PolicyEngine;
  readonly store: EventStore;
  readonly proposals: ProposalStreams;
}

/**
 * The world and the rules, read again right before the call. A record that moved makes the proposal invalid:
 * what the person saw is no longer so. A rule or a right that changed voids the permission: it is judged anew.
 */
export async function revalidate(
  ports: RevalidationPorts,
  proposal: Permissible,
  filled: readonly FilledRequirement[],
): Promise<Revalidation> {
  const { reads, engine } = ports;
  const { draft, policy } = proposal;
  const forWhom = { tenant: draft.tenant, customer: draft.customer };
  // The claims are read before the ledger: a hold that turns into a refund in between is counted, not missed.
  const holds = await holdsBeside(ports, draft);
  const now = await reads.situation(draft.action, forWhom);
  if (now.outcome === 'no_answer') return now;
  if (now.outcome === 'gone') return { outcome: 'invalid', code: 'record_gone', difference: now.difference };
  const { readAt } = now;
  const differences = reads.differences(draft.action, now.records);
  if (differences.length > 0)
    return { outcome: 'invalid', code: 'record_changed', difference: differences.join(' '), readAt };
  const records = reads.policySubject(draft.action, now.records, holds);
  if (records.refundedElsewhereMinor !== policy.facts['refundedElsewhereMinor']) {
    const difference = `charge ${records.resource.chargeId} was refunded through another channel meanwhile.`;
    return { outcome: 'invalid', code: 'refunded_elsewhere', difference, readAt };
  }
  const earlier = policy.facts['earlierMinor'];
  const earlierMinor = typeof earlier === 'number' ? earlier : 'unknown';
  const request = requestOf(engine, { draft, records, earlierMinor });
  const checked = engine.recheck({
    request,
    filled,
    startedBy: draft.startedBy,
    author: draft.author.subject,
  });
  switch (checked.outcome) {
    case 'still_permitted':
      return { outcome: 'stands' };
    case 'voided':
      return {
        outcome: 'voided',
        code: checked.code,
        message: `The slot ${checked.slot} is no longer filled: ${checked.code.replaceAll('_', ' ')}.`,
      };
    case 'denied':
      return {
        outcome: 'invalid',
        code: checked.code,
        difference: checked.reasons.map((r) => r.customerText ?? r.reason).join(' '),
        readAt,
      };
  }
}

/**
 * What others hold of the same capacity, less what the proposal that this one replaced held: it has ended, its hold
 * is on its way back, and policy did not count it either.
 */
async function holdsBeside(
  { store, proposals }: RevalidationPorts,
  { tenant, action, proposalId, supersedes }: ProposalEventData<'ProposalDrafted'>,
) {
  const capacity = `${capabilities.byKind(action.kind)?.capacityOf(action) ?? ''}#`;
  const claims = await store.claimsUnder(tenant, capacity);
  if (supersedes === 'none') return holdsOfOthers(claims, proposalId);
  const { state: old } = await proposals.load(tenant, supersedes);
  const isOver = old.status !== 'absent' && endedWithoutEffect(old);
  const counted = claims.filter(({ stream }) => !isOver || stream !== proposalStream(supersedes));
  return holdsOfOthers(counted, proposalId);
}
