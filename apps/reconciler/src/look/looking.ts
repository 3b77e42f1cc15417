import { type CapabilityReads, capabilities, type FoundOutcome } from '@countersign/capabilities';
import type { Ports } from '@countersign/contracts';
import { type Drafted, mayComeBack, type Proposal } from '@countersign/domain';
import { type Answer, bug, type Cause, type ProposalStreams } from '@countersign/messaging';
import type { Log } from '@countersign/telemetry';
import { askTarget } from './ask-target.js';
import type { Look } from './consequences.js';
import { decideLook } from './decide-look.js';
import { historyOf, type LookHistory } from './history.js';
import type { LookLimits } from './schedule.js';

/** Where a capability's effects can be read back, and the ledgers that it lists. */
export interface Target {
  readonly reads: Pick<CapabilityReads, 'findOutcome' | 'ledgers'>;
}

export interface LookingPorts {
  readonly proposals: ProposalStreams;
  readonly ports: Ports;
  readonly logger: Pick<Log, 'warn'>;
  readonly targets: ReadonlyMap<string, Target>;
  readonly limits: LookLimits;
  /** Whether a target is asked at all; without it every look is one without an answer. */
  readonly lookUps: 'on' | 'off';
}

export interface Trigger {
  readonly cause: Parameters<ProposalStreams['answer']>[0];
  readonly tenant: string;
  readonly id: string;
  /** Makes the ids of what is appended, so that one cause looks once. */
  readonly rule: string;
}

type Status = Proposal['status'];

/** What a person's look came to; `found` is absent when there was nothing to look for any more. */
export interface LookedNow {
  readonly found?: FoundOutcome;
  readonly answer: Answer<Proposal>;
}

export const lookingToken = 'reconciler:looking';

/** Where looking can still change anything. */
export const inQuestion: readonly Status[] = [
  'succeeded',
  'outcome_unknown',
  'in_review',
  'retries_exhausted',
  'failed',
];

/**
 * Where the effect of a call may show that what was concluded of it is not so, either way: every end, and what was
 * withdrawn after it was sent and is judged or asked for anew.
 */
export const endedByNow: readonly Status[] = [
  ...(['completed', 'failed', 'closed', 'invalidated'] as const),
  ...(['superseded', 'rejected', 'expired', 'denied', 'duplicate'] as const),
  ...(['being_checked', 'awaiting_approval'] as const),
];

/** Where something that the target says by itself is worth a look: also at what was completed, or ended without it. */
export const lateFactsMatter: readonly Status[] = [...new Set([...inQuestion, ...endedByNow])];

/**
 * Asks the target about one proposal and writes down what follows. It only ever reads outside, so a look may be
 * repeated at will; what it appends is decided on the version it was made for.
 */
export class Looking {
  readonly #inFlight = new Map<string, Promise<LookedNow>>();

  constructor(private readonly with_: LookingPorts) {}

  /** By an event or a timer. In any phase but the given ones there is nothing to do any more. */
  async look(trigger: Trigger, phases: readonly Status[]): Promise<void> {
    await this.#answer(trigger, phases, 'schedule');
  }

  /** By a person, any time. While one is under way for a proposal, everybody gets that one's answer. */
  async lookNow(cause: Cause, of: { readonly tenant: string; readonly id: string }): Promise<LookedNow> {
    const key = `${of.tenant}\n${of.id}`;
    const underWay = this.#inFlight.get(key);
    if (underWay !== undefined) return underWay;
    const started = this.#answer({ ...of, cause, rule: 'look-now' }, inQuestion, 'person');
    this.#inFlight.set(key, started);
    try {
      return await started;
    } finally {
      this.#inFlight.delete(key);
    }
  }

  async #answer(trigger: Trigger, phases: readonly Status[], askedBy: Look['askedBy']): Promise<LookedNow> {
    const { cause, ...to } = trigger;
    let found: FoundOutcome | undefined;
    const answer = await this.with_.proposals.answer(cause, to, async (state, { events }) => {
      if (state.status === 'absent' || !phases.includes(state.status)) return 'nothing';
      if (!inQuestion.includes(state.status) && state.status !== 'completed' && !mayComeBack(state))
        return 'nothing';
      const { ports, limits } = this.with_;
      const history = historyOf(events);
      found = await this.#findOutcome(state, history);
      const system = capabilities.targetOf(state.draft.action);
      const at = ports.clock.now();
      const fraction = ports.randomness.fraction();
      return decideLook({ state, found, history, system, limits, at, fraction, askedBy });
    });
    // What a look concludes follows the domain's rules; if not, stopping beats looking away.
    if (answer.outcome === 'refused') throw bug('look_refused', `${answer.code}: ${answer.message}`);
    return found === undefined ? { answer } : { found, answer };
  }

  async #findOutcome(proposal: Drafted, sent: LookHistory): Promise<FoundOutcome> {
    const { targets, lookUps, ports, logger } = this.with_;
    const { proposalId, capability } = proposal.draft;
    if (lookUps === 'off')
      return { outcome: 'no_answer', code: 'look_ups_off', asked: `operation ${proposalId}` };
    const { reads } = targets.get(capability.name) ?? {};
    const asking = { sent, nowMs: () => ports.clock.nowMs(), broke: () => logger.warn('look.failed') };
    return askTarget({ ...asking, reads }, proposal);
  }
}
