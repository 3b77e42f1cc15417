import { capabilities } from '@countersign/capabilities';
import { digestOf, parseStream, validateEventData } from '@countersign/contracts';
import {
  endedWithoutEffect,
  isFinal,
  type Proposal,
  type ProposalCommand,
  type ProposalEventData,
  type ProposalId,
  proposalId,
} from '@countersign/domain';
import { type Answer, type ProposalStreams, poison, retryable, type Work } from '@countersign/messaging';
import { notFollowing } from './following.js';
import { givingBack } from './giving-back.js';
import { intentKey, type Judgement, type JudgePorts, judge } from './judge.js';
import { forgedMatter, type MatterPorts } from './own-matter.js';
import { replacedBy } from './replacing.js';
import { undoingOf } from './undoing.js';

export interface Judged {
  readonly cause: Parameters<ProposalStreams['answer']>[0];
  readonly tenant: string;
  readonly id: string;
}

/** Judging a proposal, with what follows when another one holds what it wants. */
export class Judge {
  private readonly ports: JudgePorts & Pick<MatterPorts, 'cases'>;

  constructor(
    private readonly proposals: ProposalStreams,
    ports: Omit<JudgePorts, 'proposals'> & Pick<MatterPorts, 'cases'>,
  ) {
    this.ports = { ...ports, proposals };
  }

  async of({ cause, tenant, id }: Judged): Promise<void> {
    const answer = await this.proposals.answer(
      cause,
      { tenant, id, rule: 'decide-policy' },
      async (proposal, { events }) => {
        // What a change is to replace is not judged any more: it ends as soon as that is heard.
        if (proposal.status !== 'being_checked' || proposal.replacements !== undefined) return 'nothing';
        refuseForeign(proposal.draft, { tenant, id });
        await this.#refuseForged(proposal.draft, events[0]?.recordedBy);
        const replaced = await replacedBy(this.proposals, proposal.draft);
        if (replaced === 'not_settled_yet') return 'nothing';
        const beside = {
          replaced,
          undoing: await undoingOf(this.proposals, proposal.draft),
          unfit: await notFollowing(this.proposals, proposal.draft),
        };
        const judgement = await judge(this.ports, proposal, beside);
        if (judgement.decided.verdict !== 'deny') return this.#decided(judgement);
        const first = await this.#firstUnderWay(proposal.draft);
        await this.#waitForRelease(tenant, judgement.takenBy);
        if (first !== 'none')
          return { commands: [{ type: 'mark_duplicate', of: first, at: this.ports.clock.now() }] };
        // What was held when the claims were read may have been given back since: a denial that rests on what
        // others hold is looked at once more, now that nothing of the same intent is under way.
        return this.#decided(judgement.besideOthers ? await judge(this.ports, proposal, beside) : judgement);
      },
    );
    if (answer.outcome === 'claimed') await this.#whenClaimed(answer, { cause, tenant, id });
    // A change that was changed itself, while both waited for the one that they replace.
    const next = takenPlaceOf(answer.state);
    if (next !== undefined) await this.of({ cause, tenant, id: next });
  }

  async #refuseForged(draft: ProposalEventData<'ProposalDrafted'>, recordedBy = 'nobody'): Promise<void> {
    const { cases } = this.ports;
    const forged = await forgedMatter({ cases, proposals: this.proposals }, draft, recordedBy);
    if (forged !== undefined) throw poison(forged.code, `${draft.proposalId}: ${forged.message}`);
  }

  /** A denial after a permission was voided ends what holds a reservation already: it is given back with the verdict. */
  #decided({ decided, claims, holds }: Judgement): Work<ProposalCommand> {
    const decide: ProposalCommand = { type: 'decide_policy', fact: decided };
    if (decided.verdict !== 'deny' || !holds) return { commands: [decide], claims };
    const { commands, releases } = givingBack(this.ports.clock.now());
    return { commands: [decide, ...commands], releases };
  }

  /**
   * Denied, and yet the same thing, asked for by the same customer, is under way: then it is the first one that
   * leaves no room for it, and a repeat is told as a repeat, not as a refusal (C03). What has been carried out is
   * in the ledger and is no longer under way: there the denial says what is true (C05).
   */
  async #firstUnderWay(draft: ProposalEventData<'ProposalDrafted'>): Promise<ProposalId | 'none'> {
    const claims = await this.ports.store.claimsUnder(draft.tenant, intentKey(draft));
    const held = claims.find((claim) => !claim.released && claim.key === intentKey(draft));
    const id = held === undefined ? draft.proposalId : parseStream(held.stream).id;
    if (id === draft.proposalId) return 'none';
    const first = (await this.proposals.load(draft.tenant, id)).state;
    if (first.status === 'absent' || first.draft.customer !== draft.customer) return 'none';
    if (endedWithoutEffect(first)) {
      throw retryable('release_under_way', `${id} has ended and its reservation is being given back.`);
    }
    return isFinal(first.status) ? 'none' : proposalId(id);
  }

  /** What is held once only may be on its way back: then there will be room. */
  async #waitForRelease(tenant: string, holder: string | undefined): Promise<void> {
    if (holder === undefined) return;
    const { state } = await this.proposals.load(tenant, holder);
    if (state.status === 'absent' || !endedWithoutEffect(state)) return;
    throw retryable('release_under_way', `${holder} has ended and its reservation is being given back.`);
  }

  /** Somebody holds the same intent: this one is its duplicate. Somebody was faster on the capacity: look again. */
  async #whenClaimed(
    claimed: Extract<Answer<Proposal>, { outcome: 'claimed' }>,
    judged: Judged,
  ): Promise<void> {
    const { state, key, holder } = claimed;
    if (state.status === 'absent' || key !== intentKey(state.draft)) {
      throw retryable('capacity_contended', `${key} was reserved in the same moment.`);
    }
    const of = parseStream(holder).id;
    const first = (await this.proposals.load(judged.tenant, of)).state;
    if (first.status !== 'absent' && endedWithoutEffect(first)) {
      throw retryable('release_under_way', `${of} has ended and its reservation is being given back.`);
    }
    const to = { tenant: judged.tenant, id: judged.id, rule: 'mark-duplicate' };
    await this.proposals.answer(judged.cause, to, () => ({
      commands: [{ type: 'mark_duplicate', of: proposalId(of), at: this.ports.clock.now() }],
    }));
  }
}

/**
 * A draft is written by a role in which a model lives. One that speaks for another tenant or stream than its own
 * would be judged on the claims of the one and reserve in the other; one whose digest is not that of its action
 * would be voided by the executor and judged again, for ever; one of another shape, half an amount say, is judged by
 * nobody.
 */
function refuseForeign(
  draft: ProposalEventData<'ProposalDrafted'>,
  { tenant, id }: Pick<Judged, 'tenant' | 'id'>,
): void {
  const [fault] = validateEventData('ProposalDrafted', draft);
  if (fault !== undefined) throw poison('draft_invalid', `${id}: ${fault.field} ${fault.reason}`);
  const isOwn = draft.tenant === tenant && draft.proposalId === id;
  if (!isOwn) throw poison('draft_of_another_stream', `${id} holds the draft of ${draft.proposalId}.`);
  const { kind, money } = draft.action;
  const wanted = capabilities.byKind(kind)?.actions.find((action) => action.kind === kind);
  if (wanted?.carriesAmount === true && money === undefined)
    throw poison('draft_amount_missing', `${id} is a ${kind}, and says no amount.`);
  if (draft.digest !== digestOf(draft.tenant, draft.action))
    throw poison('draft_digest_differs', `The digest of ${id} is not that of its action.`);
}

/** Also where an effect of the replaced one was found since, and it is no longer superseded. */
export function takenPlaceOf(state: Proposal): ProposalId | undefined {
  if (state.status === 'absent') return undefined;
  return state.status === 'superseded' ? state.superseded.by : state.replacedBy;
}

export const judgeToken = 'policy-gate:judge';
