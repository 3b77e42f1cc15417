import type { ProposalCommand } from '../proposal/commands.js';
import { decideProposal } from '../proposal/decide.js';
import type { ProposalEvent } from '../proposal/events.js';
import { holdsAgain, leftBehind } from '../proposal/late-effect.js';
import { endedWithoutEffect, waitsToBeSent } from '../proposal/state.js';
import { endedAfterSending } from './ended-after-sending.js';
import { folded } from './given.js';
import { lastWord } from './last-word.js';
import { at, maya, sam } from './people.js';
import { command } from './proposal-commands.js';
import { fact, id, look, otherId, plainData } from './proposal-facts.js';

export const deeds = [
  ...(['judge', 'ask', 'consent', 'send', 'answer', 'complete', 'hold'] as const),
  ...(['shows_up', 'look_at_first', 'say_it_stands', 'say_it_does_not', 'read_back'] as const),
];
export type Deed = (typeof deeds)[number];

/**
 * A refund of 79.00 that was sent, proven absent and replaced, and the one that takes its place, on one charge. The
 * target may show the effect of the first whenever it likes. The gate and the executor keep the rules that the domain
 * gives them, and nothing else holds the second one back: this target would pay both.
 */
export class OneWish {
  readonly objections: string[] = [];
  /** How often the second one was sent, and how often it was held back: a law of nothing at all proves nothing. */
  readonly seen = { sent: 0, voided: 0, denied: 0, sentBeside: 0 };
  #first: readonly ProposalEvent[] = [
    ...endedAfterSending['replaced after a proven absence'],
    fact('ReservationReleased', { because: 'superseded' }),
  ];
  #second: readonly ProposalEvent[];
  #isThere = false;
  #seconds = 1000;

  constructor(
    readonly capturedMinor: number,
    readonly amountMinor: number,
  ) {
    const money = { amountMinor, currency: 'EUR' };
    this.#second = [
      fact('ProposalDrafted', {
        proposalId: otherId,
        supersedes: id,
        action: { ...plainData.ProposalDrafted.action, money },
      }),
    ];
  }

  do(deed: Deed): void {
    this.#seconds += 1;
    this.#deeds[deed]();
  }

  readonly #deeds: Readonly<Record<Deed, () => void>> = {
    judge: () => this.#judge(),
    ask: () => this.#act('second', command('request_approval', { at: at(this.#seconds) })),
    consent: () => {
      const times = { grantedAt: at(this.#seconds), expiresAt: at(this.#seconds + 900) };
      this.#act('second', { type: 'grant', grant: { ...plainData.ApprovalGranted, ...times } });
    },
    send: () => this.#send(),
    answer: () => this.#act('second', command('record_success')),
    complete: () => this.#act('second', command('complete')),
    hold: () => this.#act('second', command('hold_execution')),
    shows_up: () => {
      this.#isThere = true;
    },
    look_at_first: () => this.#look(),
    say_it_stands: () => this.#resolve('record_happened'),
    say_it_does_not: () => this.#resolve('record_did_not_happen'),
    read_back: () => {
      if (this.#isThere) this.#act('first', command('complete'));
    },
  };

  /** As the gate does: not while a question is left, and on what is left beside what stands. */
  #judge(): void {
    const first = folded(...this.#first);
    const left = leftBehind(first);
    if (left === 'a_question' || first.status === 'absent') return;
    const holds = holdsAgain(this.#first) || !endedWithoutEffect(first);
    const room = this.capturedMinor - (holds ? 7900 : 0);
    const isDenied = this.amountMinor > room;
    if (isDenied) this.seen.denied += 1;
    const beside = left === 'an_effect' ? { besideEffectOf: [id] } : {};
    const { PolicyDecided: plain } = plainData;
    const verdict = isDenied ? ({ verdict: 'deny', requirements: [] } as const) : {};
    this.#act('second', command('decide_policy', { fact: { ...plain, ...verdict, ...beside } }));
  }

  /** As the executor does: the permission is withdrawn where the first one leaves what the verdict does not name. */
  #send(): void {
    const second = folded(...this.#second);
    if (!waitsToBeSent(second)) return;
    const left = leftBehind(folded(...this.#first));
    const isNamed = second.policy.besideEffectOf?.includes(id) === true;
    if (left === 'a_question' || (left === 'an_effect' && !isNamed)) {
      this.seen.voided += 1;
      this.#act('second', command('void_approval'));
      return;
    }
    const before = this.#second.length;
    this.#act('second', command('start_execution', { at: at(this.#seconds) }));
    if (this.#second.length > before) this.#left(isNamed);
  }

  /** A call has left. What was known to be executed then, with it, is permitted and is no more than was captured. */
  #left(isNamed: boolean): void {
    this.seen.sent += 1;
    const stands = lastWord(this.#first) === 'stands';
    if (!stands) return;
    this.seen.sentBeside += 1;
    if (!isNamed) this.objections.push('sent beside an effect that the permission does not know of');
    if (this.amountMinor + 7900 > this.capturedMinor) this.objections.push('more is sent than was captured');
  }

  #look(): void {
    if (!this.#isThere) return;
    this.#act('first', command('reopen', { fact: { ...plainData.ProposalReopened, ...foundNow } }));
    const asked = { reason: 'read_back_contradicts', code: 'effect_found', allowedSteps: steps } as const;
    this.#act('first', command('request_review', { fact: { ...plainData.ReviewRequested, ...asked } }));
  }

  #resolve(step: 'record_happened' | 'record_did_not_happen'): void {
    this.#act('first', command('propose_resolution', { step, by: sam }));
    this.#act('first', command('sign_resolution', { by: maya }));
  }

  #act(which: 'first' | 'second', wanted: ProposalCommand): void {
    const events = which === 'first' ? this.#first : this.#second;
    const decision = decideProposal(wanted, folded(...events));
    if (decision.outcome !== 'accepted') return;
    if (which === 'first') this.#first = [...events, ...decision.events];
    else this.#second = [...events, ...decision.events];
  }
}

const steps = ['look_again', 'record_happened', 'record_did_not_happen', 'close'] as const;
const foundNow = { because: 'effect_found', evidence: look() } as const;
