import { capabilities, judgingOf } from '@countersign/capabilities';
import type { ReadSides } from '@countersign/capabilities/reads';
import type { EventStore } from '@countersign/event-store';
import { countedClaims, type ProposalStreams } from '@countersign/messaging';
import { type FilledRequirement, type PolicyEngine, requestOf } from '@countersign/policy';
import { notToBeUndone } from './beside.js';
import type { Permissible } from './check-permission.js';
import { predecessorsOf } from './predecessors.js';

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
  readonly reads: ReadSides;
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
  const { draft, policy } = proposal;
  const capability = capabilities.byKind(draft.action.kind);
  const reads = ports.reads.byKind(draft.action.kind);
  if (capability === undefined || reads === undefined) return unknownCapability(draft.action.kind);
  const undone = await notToBeUndone(ports.proposals, draft);
  if (undone !== undefined) return { outcome: 'invalid', ...undone };
  const { fault, over } = await predecessorsOf(ports.proposals, proposal);
  if (fault !== undefined) return { outcome: 'voided', ...fault };
  const claimsUnder = (prefix: string) => countedClaims(ports, draft.tenant, prefix);
  const capacities = capability.capacitiesOf(draft.action);
  const limits = ports.engine.limitsOf(capability.name);
  const { judging, now } = await judgingOf({ reads, claimsUnder }, { draft, capacities, over, limits });
  if (now.outcome === 'no_answer') return now;
  if (now.outcome === 'gone') return { outcome: 'invalid', code: 'record_gone', difference: now.difference };
  const { readAt } = now;
  const differences = reads.differences(draft.action, now.records);
  if (differences.length > 0)
    return { outcome: 'invalid', code: 'record_changed', difference: differences.join(' '), readAt };
  const subject = reads.policySubject(draft.action, now.records, judging);
  const moved = reads.movedSince?.(draft.action, policy.facts, subject);
  if (moved !== undefined) return { outcome: 'invalid', ...moved, readAt };
  const decided = { names: capability.policy.asDecided, facts: policy.facts };
  const checked = ports.engine.recheck({
    request: requestOf({ draft, subject, decided }),
    filled,
    startedBy: [...draft.startedBy, ...(policy.barred ?? [])],
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

function unknownCapability(kind: string): Revalidation {
  const difference = `this release does not know the action ${kind}.`;
  return { outcome: 'invalid', code: 'capability_unknown', difference };
}
