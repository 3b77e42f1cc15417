import type { RecordedEvent } from '@countersign/contracts';
import type { EventStore } from '@countersign/event-store';
import type { Principal } from '@countersign/identity';
import type { Cause, ProposalStreams } from '@countersign/messaging';
import type { DecisionRefusal } from './decision-answer.js';
import { refusal } from './told-decision.js';

/** What was attempted, as far as the audit record says it. */
interface Attempted {
  readonly cause: Cause;
  readonly proposalId: string;
  readonly digest: string;
}

/** The tenant of a proposal, or undefined for a made-up id. */
export type TenantOfProposal = (proposalId: string) => Promise<string | undefined>;

/** Of one proposal, and of one person at it. Nobody can grow a stream, nor use up the record for others. */
const refusalsMax = { proposal: 50, person: 10 } as const;

const nobody = 'unverified';

export interface RefusalParts {
  readonly proposals: ProposalStreams;
  readonly store: Pick<EventStore, 'now'>;
  readonly tenantOf: TenantOfProposal;
}

/** Puts refused attempts on the record of the proposal they were aimed at, in its own tenant. */
export class Refusals {
  constructor(private readonly parts: RefusalParts) {}

  /** Without a token that holds, nobody stands behind the attempt; the proposal still remembers it. */
  async ofNobody(attempted: Attempted, refused: DecisionRefusal): Promise<DecisionRefusal> {
    const tenant = await this.parts.tenantOf(attempted.proposalId);
    if (tenant === undefined) return refused;
    return this.record(attempted, { tenant, who: nobody }, refused);
  }

  /** Another tenant's proposal is answered like a made-up one, and its own tenant learns who tried. */
  async ofStranger(attempted: Attempted, { tenant: from, subject }: Principal): Promise<DecisionRefusal> {
    const at = await this.parts.store.now();
    const tenant = await this.parts.tenantOf(attempted.proposalId);
    if (tenant !== undefined && tenant !== from) {
      await this.record(attempted, { tenant, who: `${from}/${subject}` }, refusal('other_tenant', { at }));
    }
    return refusal('not_found', { at });
  }

  async record(
    { cause, proposalId, digest }: Attempted,
    { tenant, who }: { readonly tenant: string; readonly who: string },
    refused: DecisionRefusal,
  ): Promise<DecisionRefusal> {
    const { code, message } = refused;
    const at = await this.parts.store.now();
    const to = { tenant, id: proposalId, rule: 'record-refusal' };
    await this.parts.proposals.answer(cause, to, (state, { events }) =>
      state.status === 'absent' || isFull(events, who)
        ? 'nothing'
        : { commands: [{ type: 'record_refusal', fact: { who, digest, code, message, at } }] },
    );
    return refused;
  }
}

function isFull(events: readonly RecordedEvent[], who: string): boolean {
  const refused = events.filter((event) => event.type === 'DecisionRefused');
  const own = refused.filter((event) => event.data['who'] === who);
  return refused.length >= refusalsMax.proposal || own.length >= refusalsMax.person;
}
