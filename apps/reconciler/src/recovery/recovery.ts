import { deterministicId, type Ports } from '@countersign/contracts';
import {
  againstSendingAgain,
  type Person,
  type Proposal,
  type ProposalCommand,
  type RecoveryStep,
} from '@countersign/domain';
import { bug, type Cause, type Loaded, type ProposalStreams, type Work } from '@countersign/messaging';
import { historyOf } from '../look/history.js';
import type { LookedNow, Looking } from '../look/looking.js';
import { stateInWords } from '../look/review.js';
import { keyForgottenAt, type LookLimits, lookTimerKey } from '../look/schedule.js';
import { ofOneWish } from './one-wish.js';
import { type RecoveryCode, recoveryCodeOf } from './recovery-codes.js';
import { isItem, type RecoveryItem, recoveryItem } from './recovery-item.js';
import { whyNot } from './steps.js';

/** A person at one item of their own tenant. */
export interface At {
  readonly tenant: string;
  readonly id: string;
  readonly person: Person;
}

export type RecoveryAnswer =
  | { readonly outcome: 'done'; readonly repeated: boolean; readonly item: RecoveryItem }
  | { readonly outcome: 'refused'; readonly code: RecoveryCode; readonly message: string };

export interface LookAnswer {
  readonly outcome: 'looked';
  /** Undefined-free words for what came of it: `nothing_to_look_for` when the matter was settled before. */
  readonly found: 'happened' | 'absent' | 'undone' | 'contradicts' | 'no_answer' | 'nothing_to_look_for';
  readonly code: string;
  readonly sentence: string;
  readonly item: RecoveryItem;
}

export interface RecoveryPorts {
  readonly proposals: ProposalStreams;
  readonly ports: Ports;
  readonly looking: Looking;
  readonly limits: LookLimits;
}

export const recoveryToken = 'reconciler:recovery';

type Refused = Extract<RecoveryAnswer, { outcome: 'refused' }>;
type Loading = Loaded<Proposal>;
type Drafted = Exclude<Proposal, { status: 'absent' }>;

const notFound: Refused = {
  outcome: 'refused',
  code: 'not_found',
  message: 'There is no such recovery item.',
};

/** What people may do with what nobody knows yet. The same command twice is answered as done and done once. */
export class Recovery {
  constructor(private readonly with_: RecoveryPorts) {}

  async show({
    tenant,
    id,
  }: Omit<At, 'person'>): Promise<{ readonly outcome: 'shown'; readonly item: RecoveryItem } | Refused> {
    const loaded = await this.with_.proposals.load(tenant, id);
    return isKnown(loaded) ? { outcome: 'shown', item: await this.#item(loaded) } : notFound;
  }

  async lookNow({ tenant, id }: At): Promise<LookAnswer | Refused> {
    const before = await this.with_.proposals.load(tenant, id);
    if (!isKnown(before)) return notFound;
    const looked = await this.with_.looking.lookNow(causeIn(before, this.with_.ports.randomness.uuid()), {
      tenant,
      id,
    });
    return { ...told(looked), item: await this.#item(knownOf(await this.with_.proposals.load(tenant, id))) };
  }

  /** `key` tells an intended second note from a repeated request; without one, the same words are the same note. */
  async note(
    at: At,
    { text, key }: { readonly text: string; readonly key?: string },
  ): Promise<RecoveryAnswer> {
    const { tenant, id, person } = at;
    const causeId = deterministicId('note', tenant, id, person.subject, key ?? text);
    return this.#answer(at, { rule: 'add-note', causeOf: () => causeId }, () => ({
      commands: [{ type: 'add_note', by: person, text, at: this.#now() }],
    }));
  }

  /** The first person's: what should be recorded, on which evidence. It counts when another one signs it. */
  async propose(
    at: At,
    said: { readonly step: RecoveryStep; readonly evidence: string; readonly reason: string },
  ): Promise<RecoveryAnswer> {
    const { tenant, id, person } = at;
    const { step, evidence, reason } = said;
    // Of this asking: after another look asked again, the same words are a new resolution.
    const causeOf = ({ events }: Loading) =>
      deterministicId('resolution', tenant, id, askedIn(events), person.subject, step, evidence, reason);
    return this.#answer(at, { rule: 'propose-resolution', causeOf }, (state, { events }) => {
      const question = { state, keyForgottenAt: this.#forgottenAt(events), at: this.#now() };
      // What the domain knows against it has a code of its own; the life of the provider's key it does not know.
      const isOurs = step === 'send_again' && againstSendingAgain(state) === undefined;
      const why = isOurs ? whyNot(step, question) : undefined;
      if (why !== undefined && state.status === 'in_review')
        return { outcome: 'refused', code: 'step_not_allowed', message: why };
      return { commands: [{ type: 'propose_resolution', ...said, by: person, at: this.#now() }] };
    });
  }

  /** The second person's, on exactly the resolution they were shown. */
  async sign(at: At, { resolutionId }: { readonly resolutionId: string }): Promise<RecoveryAnswer> {
    const { tenant, id, person } = at;
    const causeId = deterministicId('signature', tenant, id, resolutionId, person.subject);
    return this.#answer(at, { rule: 'sign-resolution', causeOf: () => causeId }, (state, { events }) => {
      const proposed = events.findLast(({ type }) => type === 'ResolutionProposed');
      if (state.status === 'in_review' && proposed !== undefined && proposed.id !== resolutionId) {
        const message = 'Another resolution was proposed meanwhile. Read it before you sign.';
        return { outcome: 'refused', code: 'resolution_changed', message };
      }
      return {
        commands: [{ type: 'sign_resolution', by: person, at: this.#now() }],
        timersCancelled: [lookTimerKey(id)],
      };
    });
  }

  async #answer(
    { tenant, id }: At,
    { rule, causeOf }: { readonly rule: string; causeOf(loaded: Loading): string },
    work: (state: Drafted, loaded: Loading) => Exclude<Work<ProposalCommand>, 'nothing'> | Refused,
  ): Promise<RecoveryAnswer> {
    const { proposals } = this.with_;
    const before = await proposals.load(tenant, id);
    if (!isKnown(before)) return notFound;
    let refused: Refused | undefined;
    const answer = await proposals.answer(
      causeIn(before, causeOf(before)),
      { tenant, id, rule },
      (state, loaded) => {
        if (state.status === 'absent') return 'nothing';
        const wanted = work(state, loaded);
        refused = 'outcome' in wanted ? wanted : undefined;
        return 'outcome' in wanted ? 'nothing' : wanted;
      },
    );
    if (refused !== undefined) return refused;
    const after = knownOf(await proposals.load(tenant, id));
    if (answer.outcome === 'refused') return refusalOf(answer, after.state);
    if (answer.outcome === 'claimed' || answer.outcome === 'too_late')
      throw bug('unexpected_answer', answer.outcome);
    const item = await this.#item(after);
    return { outcome: 'done', repeated: answer.outcome === 'already_done', item };
  }

  async #item({ state, events }: { state: Drafted; events: Loading['events'] }): Promise<RecoveryItem> {
    const { limits, proposals } = this.with_;
    const oneWish = await ofOneWish(proposals, state);
    return recoveryItem({ state, events, limits, at: this.#now(), oneWish });
  }

  #forgottenAt(events: Loading['events']): string | 'never' {
    return keyForgottenAt(this.with_.limits, historyOf(events).firstSentAt);
  }

  #now(): string {
    return this.with_.ports.clock.now();
  }
}

function isKnown(loaded: Loading): loaded is Loading & { state: Drafted } {
  return loaded.state.status !== 'absent' && isItem(loaded.events);
}

function knownOf(loaded: Loading): Loading & { state: Drafted } {
  if (isKnown(loaded)) return loaded;
  throw bug('item_lost', 'A recovery item has lost its events.');
}

/** A person's command belongs to the request that the whole path started with. */
function causeIn({ events }: Loading, id: string): Cause {
  return { id, correlationId: events[0]?.metadata.correlationId ?? id };
}

const askedIn = (events: Loading['events']): string =>
  events.findLast(({ type }) => type === 'ReviewRequested')?.id ?? 'never';

/** A refusal says what did not happen, why, and what now. */
function refusalOf(
  { code, message }: { code: Parameters<typeof recoveryCodeOf>[0]; message: string },
  state: Drafted,
): Refused {
  const known = recoveryCodeOf(code);
  if (known === undefined) throw bug('unexpected_refusal', `${code}: ${message}`);
  const isSettled = known === 'not_waiting' && state.status !== 'in_review';
  return isSettled
    ? { outcome: 'refused', code: 'settled', message: `Your step was not recorded: ${settledWords(state)}` }
    : { outcome: 'refused', code: known, message };
}

function settledWords(state: Drafted): string {
  if (state.status === 'completed') {
    return `settled at ${state.completed.at} by the reconciler, one effect found (${state.completed.receipt.reference}).`;
  }
  if (state.status === 'closed') return `${state.closed.by.name} signed another step at ${state.closed.at}.`;
  return 'it does not wait for a person now.';
}

function told({ found, answer }: LookedNow): Pick<LookAnswer, 'outcome' | 'found' | 'code' | 'sentence'> {
  if (found === undefined) {
    return {
      outcome: 'looked',
      found: 'nothing_to_look_for',
      code: answer.state.status,
      sentence: 'Nothing is in question here.',
    };
  }
  const code = found.outcome === 'no_answer' ? found.code : found.outcome;
  return { outcome: 'looked', found: found.outcome, code, sentence: stateInWords(found, 'the target') };
}
