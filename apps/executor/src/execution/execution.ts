import type { Executed } from '@countersign/capabilities';
import { eventIdOf, proposalStream } from '@countersign/contracts';
import { type Drafted, type Proposal, waitsToBeSent } from '@countersign/domain';
import { type Failure, failureOf, outcomeUnknown } from '@countersign/messaging';
import type { Target } from '../targets/targets.js';
import { Attempts, noEffects } from './attempts.js';
import { obstacleBeside } from './beside.js';
import { withdraw, withdrawn } from './ending.js';
import type { ExecutionPorts, Trigger } from './execution-ports.js';
import { hasLapsed, holdBack, type Obstacle, obstacleTo } from './holding.js';
import { prepare } from './prepare.js';
import { ranOut, voiding } from './voiding.js';
import { firstStart } from './when-sent.js';

export const executionToken = 'executor:execution';

type Executing = Extract<Proposal, { status: 'executing' }>;

/**
 * Carries out one approved proposal: check everything again, write the intent, make the one call, write what
 * came of it. The intent is committed before the call, so that a worker that dies leaves a question and never
 * a silence; the call is made only by the one whose intent was committed, and its attempt number is the fence: a
 * result is applied to the attempt it belongs to while that one is open, and kept as a mere fact afterwards.
 */
export class Execution {
  readonly #attempts: Attempts;

  constructor(private readonly with_: ExecutionPorts) {
    this.#attempts = new Attempts(with_);
  }

  /** `dueAt` is the instant that a timer was set for, where one brings it here. */
  async carryOut(trigger: Trigger, dueAt?: unknown): Promise<void> {
    const { state } = await this.with_.proposals.loadHeard(trigger.cause, trigger);
    if (!waitsToBeSent(state) && state.status !== 'executing') return;
    const target = this.#targetOf(state);
    await target.turn(() => this.#inTurn(trigger, target, dueAt));
  }

  /** What was held back or put off is due. Held back still, it is recorded again; else it goes through its turn. */
  async whenDue(trigger: Trigger, dueAt: unknown): Promise<void> {
    const { cause, tenant, id } = trigger;
    const { state } = await this.with_.proposals.load(tenant, id);
    if (state.status !== 'held') return this.carryOut(trigger, dueAt);
    const target = this.#targetOf(state);
    await this.with_.proposals.answer(cause, { tenant, id, rule: 'look-again' }, async (now, { events }) => {
      if (now.status !== 'held') return 'nothing';
      // The timer's coming says that its time has come, whatever this host's clock thinks.
      const at = now.held.retryAt === dueAt ? now.held.retryAt : this.with_.ports.clock.now();
      if (hasLapsed(now, at)) return withdrawn(this.with_, { state: now, events }, ranOut);
      const obstacle = await obstacleTo(this.with_, tenant, target);
      if (obstacle !== undefined)
        return holdBack(this.with_, { state: now, events, system: target.system }, obstacle);
      return { commands: [{ type: 'resume_execution', fact: { because: 'due', at } }] };
    });
    await this.#attempts.unlessReleased(trigger, target);
  }

  /** An operation that is still "being sent" long after its call must have ended has lost its worker. */
  async recordSilence(trigger: Trigger, attempt: number): Promise<void> {
    await this.#attempts.record(trigger, attempt, { class: 'unknown', code: 'worker_silent' });
  }

  async #inTurn(trigger: Trigger, target: Target, dueAt: unknown): Promise<void> {
    const { cause, tenant, id } = trigger;
    const to = { tenant, id, rule: 'start-execution' };
    const begun = await this.with_.proposals.answer(cause, to, (state, { events }) =>
      prepare(this.with_, state, { tenant, target, events, dueAt }),
    );
    if (begun.outcome === 'already_done') return this.#whenHeardAgain(trigger, target);
    const fault = voiding(begun);
    if (fault !== undefined) return withdraw(this.with_, trigger, fault);
    if (begun.outcome !== 'appended') return;
    if (begun.state.status === 'held') return this.#attempts.unlessReleased(trigger, target);
    if (begun.state.status !== 'executing') return;
    const { state, version } = begun;
    const came = await this.#call(tenant, state, { version, target });
    if ('class' in came)
      return this.#attempts
        .record(trigger, state.started.attempt, came, 'from_the_call')
        .catch((error: unknown) => Promise.reject(afterTheCall(error)));
    await this.#attempts.hold(trigger, state.started.attempt, { obstacle: came, target });
  }

  /**
   * The stop, and what this one replaces or takes back, are read once more after the intent is committed: of a stop or
   * a reopening whose append was answered before, no call leaves. The operation id is the proposal's id: stable across
   * attempts, processes and machines.
   */
  async #call(
    tenant: string,
    state: Executing,
    { version, target }: { readonly version: number; readonly target: Target },
  ): Promise<Executed | Obstacle> {
    const { draft, started } = state;
    const firstSentAt =
      started.attempt === 1 ? 'never' : await this.#firstSentAt(tenant, draft.proposalId, version);
    const sendBefore = new Date(Date.parse(started.startedAt) + this.with_.sendWithinMs).toISOString();
    const obstacle =
      (await obstacleBeside(this.with_.proposals, state)) ?? (await obstacleTo(this.with_, tenant, target));
    if (obstacle !== undefined) return obstacle;
    const effects = this.with_.effects.byKind(draft.action.kind);
    if (effects === undefined) return noEffects(draft.action.kind);
    const came = await target.call(() =>
      effects
        .execute(started.operationId, draft.action, { firstSentAt, sendBefore })
        .catch((): Executed => ({ class: 'unknown', code: 'connector_failed' })),
    );
    return 'class' in came ? came : { code: 'circuit_open', ...came };
  }

  async #firstSentAt(tenant: string, id: string, version: number): Promise<string | 'never'> {
    const { events } = await this.with_.proposals.load(tenant, id);
    return firstStart(events.filter((event) => event.version <= version)) ?? 'never';
  }

  /** Heard a second time: if the intent this very cause wrote has no result, whoever made the call is gone. */
  async #whenHeardAgain(trigger: Trigger, target: Target): Promise<void> {
    const { state, events } = await this.with_.proposals.load(trigger.tenant, trigger.id);
    if (state.status === 'held') return this.#attempts.unlessReleased(trigger, target);
    if (state.status !== 'executing') return;
    const answered = {
      causeId: trigger.cause.id,
      rule: 'start-execution',
      stream: proposalStream(trigger.id),
    };
    const written = eventIdOf({ ...answered, tenant: trigger.tenant }, 0);
    const mine = events.find(({ id }) => id === written);
    if (mine?.type !== 'ExecutionStarted' || mine.data['attempt'] !== state.started.attempt) return;
    await this.#attempts.record(trigger, state.started.attempt, { class: 'unknown', code: 'worker_lost' });
  }

  #targetOf({ draft }: Drafted): Target {
    return this.with_.targets.of(this.with_.targetOf(draft.action), draft.tenant);
  }
}

/**
 * A result that cannot be written down is no reason to stop and leave a call in the open: it is heard once more, which
 * finds the intent without a result and puts it in question. Only if that fails too does the stream stop. The store's
 * being away waits as always.
 */
function afterTheCall(error: unknown): Failure {
  const failure = failureOf(error);
  const isLost = failure.failureKind === 'bug' || failure.failureKind === 'poison';
  return isLost ? outcomeUnknown('result_not_recorded', failure.message, { cause: error }) : failure;
}
