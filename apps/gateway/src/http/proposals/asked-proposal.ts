import type { Asked } from '@countersign/capabilities';
import { deterministicId, hashOfJson } from '@countersign/contracts';
import type { JsonObject, Proposal } from '@countersign/domain';
import type { Principal } from '@countersign/identity';
import type { ProposalBody } from './proposal-body.js';

/** One request for a proposal: who asks, under which key, for what. */
export interface AskedProposal {
  readonly principal: Principal;
  readonly key: string;
  readonly body: ProposalBody;
  /** Made of asker and key alone, so that one key names one proposal in every process. */
  readonly proposalId: string;
  readonly causeId: string;
  /** SHA-256 over the RFC 8785 form of the body: key order and the way a number is written change nothing. */
  readonly requestHash: string;
}

export function askedProposal(principal: Principal, key: string, body: ProposalBody): AskedProposal {
  const { tenant, subject } = principal;
  return {
    principal,
    key,
    body,
    proposalId: deterministicId('agent-proposal', tenant, subject, key),
    causeId: deterministicId('agent-request', tenant, subject, key),
    requestHash: hashOfJson(body as unknown as JsonObject),
  };
}

/** Whether what is stored under the key was asked for in these words. */
export function isSameRequest(state: Proposal, { requestHash }: AskedProposal): boolean {
  return (
    state.status !== 'absent' &&
    state.draft.origin.kind === 'agent' &&
    state.draft.origin.requestHash === requestHash
  );
}

/**
 * What the capability completes from the records. Whatever the asker adds is only said, by them: that "a manager
 * has approved" is a statement like any other, and fills no slot (S50, C64).
 */
export function askedOf({ body, principal }: AskedProposal, at: string): Asked {
  const { amountMinor, currency } = body;
  const said = `${principal.kind}/${principal.subject}`;
  const statements = (body.statements ?? []).map(({ fact, value, source }) => ({
    fact,
    value,
    basis: 'stated' as const,
    source: said,
    section: source,
    at,
  }));
  const money =
    amountMinor === undefined || currency === undefined ? {} : { money: { amountMinor, currency } };
  return { kind: body.kind, arguments: body.arguments, statements, ...money };
}
