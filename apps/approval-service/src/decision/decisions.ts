import { proposalStream } from '@countersign/contracts';
import {
  type Drafted,
  decideProposal,
  digestOfHex,
  type Permitted,
  type Person,
  type Proposal,
  type ProposalCommand,
} from '@countersign/domain';
import type { EventStore } from '@countersign/event-store';
import type { Principal, Signer, TokenVerifier } from '@countersign/identity';
import { bug, type Cause, type Loaded, type ProposalStreams } from '@countersign/messaging';
import type { LookAtRecord } from '../card/record-look.js';
import { type Sight, type Sights } from '../card/sight.js';
import { deadlineKey, timersAfter, wasReminded } from './deadline.js';
import type { DecisionAnswer, DecisionRefusal } from './decision-answer.js';
import { decisionCodeOf, tokenCodeOf } from './decision-codes.js';
import { heardBefore } from './heard-before.js';
import { slotToReject, unsignedGrant } from './may-decide.js';
import { isProposalId, maySee, personOf } from './person-of.js';
import type { Refusals } from './refusals.js';
import { refusal, toldDecision } from './told-decision.js';

/** A decision as somebody sent it. Who they are is only what the token says. */
export interface AskedDecision {
  readonly cause: Cause;
  readonly via: 'http' | 'topic';
  readonly token: string | undefined;
  /** Database time of the publication, for a decision that waited in a queue. */
  readonly asOf?: string;
  readonly proposalId: string;
  readonly decision: 'approve' | 'reject';
  readonly digest: string;
  readonly sight: string | undefined;
  readonly reason: string;
  readonly noteToCustomer: string;
  /** What was wrong with what was sent, told only to somebody who is signed in. */
  readonly faults: readonly string[];
}

export interface DecisionParts {
  readonly proposals: ProposalStreams;
  readonly store: Pick<EventStore, 'now'>;
  readonly tokens: TokenVerifier;
  readonly sights: Sights;
  readonly signer: Signer;
  readonly look: LookAtRecord;
  readonly refusals: Refusals;
}

/** What one attempt is judged on, once somebody stands behind it. */
interface Attempt {
  readonly asked: AskedDecision;
  readonly tenant: string;
  readonly person: Person;
  readonly loaded: Loaded<Proposal>;
}

/**
 * The one path of every decision, over HTTP or a topic. Precedence: the token; whether the proposal exists for
 * this person; the domain's rules; the sight; the record; and then all of it once more in the append itself.
 */
export class Decisions {
  constructor(private readonly parts: DecisionParts) {}

  async take(asked: AskedDecision): Promise<DecisionAnswer> {
    const { tokens, refusals } = this.parts;
    const verdict = await tokens.verify(asked.token, asked.asOf === undefined ? {} : { asOf: asked.asOf });
    if (verdict.outcome === 'verified') return this.#decide(asked, verdict.principal);
    const code = tokenCodeOf(verdict.code);
    const refused = refusal(code, { at: await this.parts.store.now() });
    return verdict.retryable ? refused : refusals.ofNobody(asked, refused);
  }

  async #decide(asked: AskedDecision, principal: Principal): Promise<DecisionAnswer> {
    const { proposals, refusals, store } = this.parts;
    const { tenant } = principal;
    if (asked.faults.length > 0) {
      return {
        outcome: 'refused',
        code: 'body_invalid',
        message: `${asked.faults.join('; ')}. Nothing was decided.`,
      };
    }
    if (!isProposalId(asked.proposalId)) return refusal('not_found', { at: '' });
    const [loaded, at] = await Promise.all([proposals.load(tenant, asked.proposalId), store.now()]);
    const { state } = loaded;
    const attempt = { asked, tenant, person: personOf(principal), loaded };
    if (state.status === 'absent') return refusals.ofStranger(asked, principal);
    const before = heardBefore(loaded, { causeId: asked.cause.id, subject: principal.subject });
    if (before !== undefined) return before;
    if (attempt.person.kind === 'agent') return this.#refuse(attempt, refusal('not_a_person', { at }));
    if (!maySee(state.draft, attempt.person)) {
      await this.#refuse(attempt, refusal('not_routed_to_you', { at, state }));
      return refusal('not_found', { at });
    }
    const trial = decideProposal(commandOf(asked, { state, person: attempt.person, at }), state);
    if (trial.outcome === 'already_done') return this.#repeated(attempt, state);
    if (trial.outcome === 'refused') {
      return this.#refuse(attempt, refusal(decisionCodeOf(trial.code), { at, state }));
    }
    return this.#seen(attempt, state, at);
  }

  /** The card has been shown, and what it said is still so. */
  async #seen(attempt: Attempt, state: Drafted, at: string): Promise<DecisionAnswer> {
    const { asked, tenant, person } = attempt;
    const { proposalId, digest } = asked;
    const claimed = {
      ...{ tenant, proposalId, digest, subject: person.subject },
      at: asked.asOf ?? at,
      askedAt:
        state.status === 'awaiting_approval' && state.asked.status === 'asked' ? state.asked.requestedAt : at,
    };
    const seen = this.parts.sights.check(asked.sight, claimed);
    if (seen.outcome === 'refused') return this.#refuse(attempt, refusal(seen.code, { at, state }));
    if (asked.decision === 'reject') return this.#record(attempt, seen.sight);
    const look = await this.parts.look(state.draft);
    if (look.outcome === 'no_answer') return refusal('record_unreadable', { at, state });
    if (look.outcome === 'as_proposed') {
      // A card that said that it cannot be approved is no other card because the record answers by now.
      return seen.sight.record === 'as_proposed'
        ? this.#record(attempt, seen.sight)
        : this.#refuse(attempt, refusal('sight_invalid', { at, state }));
    }
    return this.#refuse(attempt, refusal('stale', { at, state, differences: look.differences }));
  }

  /** Decided by the domain on the state of this very version; by database time no later than the deadline. */
  async #record(attempt: Attempt, sight: Sight): Promise<DecisionAnswer> {
    const { asked, tenant, person, loaded } = attempt;
    const to = { tenant, id: asked.proposalId, rule: 'record-decision', loaded };
    const answer = await this.parts.proposals.answer(asked.cause, to, async (state, { events }) => {
      if (state.status === 'absent') return 'nothing';
      const command = this.#signed(
        commandOf(asked, { state, person, at: await this.parts.store.now() }),
        state,
        sight,
      );
      const waits = state.status === 'awaiting_approval' && state.asked.status === 'asked';
      return {
        commands: [command],
        ...(waits ? { notAfter: state.asked.expiresAt } : {}),
        ...(endsWaiting(command, state)
          ? { timersCancelled: [deadlineKey(asked.proposalId)] }
          : // Whoever has answered is not waited for: the next thing due may be another now.
            { timers: timersAfter(state, [command], { reminded: wasReminded(events) }) }),
      };
    });
    const { state } = answer;
    if (state.status === 'absent') throw new Error(`${proposalStream(asked.proposalId)} has lost its events`);
    if (answer.outcome === 'appended') return told(state, person, false);
    if (answer.outcome === 'already_done') return this.#repeated(attempt, state);
    // A decision takes of nothing and always says something: another answer is none that a person can be given.
    if (answer.outcome === 'claimed' || answer.outcome === 'nothing')
      throw bug('unexpected_answer', answer.outcome);
    const at = answer.outcome === 'too_late' ? answer.now : await this.parts.store.now();
    const code = answer.outcome === 'refused' ? decisionCodeOf(answer.code) : 'expired';
    return this.#refuse(attempt, refusal(code, { at, state }));
  }

  #signed(command: ProposalCommand, state: Drafted, sight: Sight): ProposalCommand {
    if (command.type !== 'grant' || !('slots' in state)) return command;
    const { slot, digest, approver, grantedAt, policySetHash } = command.grant;
    const { cardHash, shownAt: cardShownAt } = sight;
    const expiresAt = permissionEnds(state, { slot, grantedAt });
    const { tenant, proposalId } = state.draft;
    const said = { tenant, proposalId, digest, slot, cardHash, policySetHash, grantedAt, expiresAt };
    const signature = this.parts.signer.signApproval({ ...said, approver: approver.subject });
    return { type: 'grant', grant: { ...command.grant, cardHash, cardShownAt, expiresAt, signature } };
  }

  /** The same person, the same word. On a topic a second message of it is a replay, and goes on record. */
  async #repeated(attempt: Attempt, state: Drafted): Promise<DecisionAnswer> {
    if (attempt.asked.via === 'http') return told(state, attempt.person, true);
    const at = await this.parts.store.now();
    return this.#refuse(attempt, refusal('replayed', { at, state }));
  }

  #refuse({ asked, tenant, person }: Attempt, refused: DecisionRefusal): Promise<DecisionRefusal> {
    return this.parts.refusals.record(asked, { tenant, who: person.subject }, refused);
  }
}

/**
 * A permission lives for as long as policy says from the last yes on. While another slot is open that is not
 * known yet, so an earlier yes is counted from the moment at which the last one can still be given: a customer's
 * consent must not lapse while a manager may still decide.
 */
function permissionEnds(
  state: Drafted & Permitted,
  { slot, grantedAt }: { slot: string; grantedAt: string },
): string {
  const others = state.slots.some((s) => s.status === 'open' && s.requirement.slot !== slot);
  const asked =
    state.status === 'awaiting_approval' && state.asked.status === 'asked'
      ? state.asked.expiresAt
      : grantedAt;
  return new Date(Date.parse(others ? asked : grantedAt) + state.policy.permissionValidForMs).toISOString();
}

function commandOf(
  asked: AskedDecision,
  { state, person, at }: { state: Drafted; person: Person; at: string },
): Extract<ProposalCommand, { type: 'grant' | 'reject' }> {
  const digest = digestOfHex(asked.digest);
  if (asked.decision === 'approve') {
    return { type: 'grant', grant: { ...unsignedGrant(state, person, at), digest } };
  }
  const { noteToCustomer } = asked;
  const reason = asked.reason.trim() === '' ? 'No reason was given.' : asked.reason;
  return {
    type: 'reject',
    slot: slotToReject(state, person),
    digest,
    by: person,
    reason,
    noteToCustomer,
    at,
  };
}

/** A rejection, or the yes that fills the last open slot: nothing is left to remind of or to expire. */
function endsWaiting(command: ProposalCommand, state: Drafted): boolean {
  if (command.type !== 'grant' || !('slots' in state)) return command.type === 'reject';
  return state.slots.every(
    (slot) => slot.status === 'filled' || slot.requirement.slot === command.grant.slot,
  );
}

function told(state: Drafted, person: Person, repeated: boolean): DecisionAnswer {
  const answer = toldDecision(state, person.subject, repeated);
  if (answer === undefined) throw new Error(`The decision of ${person.subject} is not in the fold`);
  return answer;
}
