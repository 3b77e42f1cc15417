import type { Completed, FieldFault } from '@countersign/capabilities';
import type { ReadSides } from '@countersign/capabilities/reads';
import type { Ports } from '@countersign/contracts';
import {
  type Drafted,
  type Proposal,
  type ProposalEventData,
  subjectId,
  tenantId,
} from '@countersign/domain';
import type { Principal } from '@countersign/identity';
import { bug, type Cause, type ProposalStreams, portsToken, proposalsToken } from '@countersign/messaging';
import { currentTraceparent } from '@countersign/telemetry';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AskedProposal, askedProposal, isSameRequest } from './asked-proposal.js';
import { draftOf } from './draft.js';
import { namedProposals, replacementCode, supersedeCommand } from './named-proposals.js';
import type { ProposalBody } from './proposal-body.js';
import { whatIsAsked } from './undo-asked.js';

export const readsToken = 'gateway:reads';

export type Proposed =
  | {
      readonly outcome: 'accepted';
      readonly proposalId: string;
      readonly digest: string;
      readonly replayed: boolean;
    }
  | { readonly outcome: 'key_reused' }
  | { readonly outcome: 'invalid' | 'action_refused'; readonly faults: readonly FieldFault[] }
  | { readonly outcome: 'not_replaceable'; readonly code: 'ended' | 'in_progress'; readonly message: string }
  | { readonly outcome: 'no_answer' };

export class ProposeAction extends Command<Proposed> {
  constructor(
    readonly principal: Principal,
    readonly key: string,
    readonly body: ProposalBody,
  ) {
    super();
  }
}

/**
 * An action asked for from outside becomes a proposal like any other: completed from the records, judged by
 * policy, decided by people. Precedence: what the key already names, the proposals it names, the records.
 *
 * A replacement is two streams, and so two commits. The old one goes first: should this process die in between,
 * nothing waits that could be carried out, and the same request, sent again, drafts the new one. The other way
 * round both could be carried out. Whatever can be refused is refused before either.
 */
@CommandHandler(ProposeAction)
export class ProposeActionHandler implements ICommandHandler<ProposeAction> {
  constructor(
    @Inject(proposalsToken) private readonly proposals: ProposalStreams,
    @Inject(readsToken) private readonly reads: ReadSides,
    @Inject(portsToken) private readonly ports: Ports,
  ) {}

  async execute({ principal, key, body }: ProposeAction): Promise<Proposed> {
    const asked = askedProposal(principal, key, body);
    const stored = await this.#stored(asked);
    if (stored !== undefined) return stored;
    const at = this.ports.clock.now();
    const named = await namedProposals(this.proposals, asked, at);
    // Whoever asks with the same key at the same moment may have been faster: then theirs is the answer.
    if (named.outcome === 'refused') return (await this.#stored(asked)) ?? { ...named, outcome: 'invalid' };
    if (named.outcome === 'not_replaceable') return (await this.#stored(asked)) ?? named;
    const completed = await this.#complete(asked, at);
    if (completed.outcome === 'refused') {
      return (await this.#stored(asked)) ?? { ...completed, outcome: 'action_refused' };
    }
    if (completed.outcome === 'no_answer') return (await this.#stored(asked)) ?? { outcome: 'no_answer' };
    const { replaced } = named;
    const refused = replaced === 'none' ? undefined : await this.#supersede(asked, replaced);
    return refused ?? this.#draft(asked, draftOf(asked, { action: completed.action, replaced, at }));
  }

  async #complete(asked: AskedProposal, at: string): Promise<Completed> {
    const reads = this.reads.byKind(asked.body.kind);
    if (reads === undefined) throw bug('reads_missing', `Nothing reads for ${asked.body.kind}.`);
    const wanted = await whatIsAsked(this.proposals, asked, at);
    return wanted.outcome === 'asked' ? reads.complete(wanted.asked, forWhom(asked)) : wanted;
  }

  async #stored(asked: AskedProposal): Promise<Proposed | undefined> {
    const { state } = await this.proposals.load(asked.principal.tenant, asked.proposalId);
    return state.status === 'absent' ? undefined : this.#answer(state, asked, true);
  }

  async #supersede(asked: AskedProposal, old: Drafted): Promise<Proposed | undefined> {
    const { tenant, proposalId: id } = old.draft;
    const answer = await this.proposals.answer(
      causeOf(asked),
      { tenant, id, rule: 'replace-proposal' },
      () => ({
        commands: [supersedeCommand(asked, this.ports.clock.now())],
      }),
    );
    if (answer.outcome !== 'refused') return undefined;
    return { outcome: 'not_replaceable', code: replacementCode(answer.code), message: answer.message };
  }

  async #draft(asked: AskedProposal, fact: ProposalEventData<'ProposalDrafted'>): Promise<Proposed> {
    const to = { tenant: asked.principal.tenant, id: asked.proposalId, rule: 'draft-proposal' };
    const answer = await this.proposals.answer(causeOf(asked), to, (state) =>
      state.status === 'absent' ? { commands: [{ type: 'draft', fact }] } : 'nothing',
    );
    return this.#answer(answer.state, asked, answer.outcome !== 'appended');
  }

  #answer(state: Proposal, asked: AskedProposal, replayed: boolean): Proposed {
    if (state.status === 'absent') throw bug('draft_lost', `${asked.proposalId} is not in its own stream.`);
    if (!isSameRequest(state, asked)) return { outcome: 'key_reused' };
    return { outcome: 'accepted', proposalId: asked.proposalId, digest: state.draft.digest, replayed };
  }
}

const forWhom = ({ principal, body }: AskedProposal) => ({
  tenant: tenantId(principal.tenant),
  customer: subjectId(body.customer),
});

function causeOf({ causeId }: AskedProposal): Cause {
  const traceparent = currentTraceparent();
  return { id: causeId, correlationId: causeId, ...(traceparent === undefined ? {} : { traceparent }) };
}
