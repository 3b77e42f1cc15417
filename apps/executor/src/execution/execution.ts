import type { Executed } from '@countersign/capabilities';
import type { EffectSides } from '@countersign/capabilities/effects';
import { eventIdOf, type Ports, type RecordedEvent } from '@countersign/contracts';
import {
  type Drafted,
  type Instant,
  type Proposal,
  type ProposalCommand,
  waitsToBeSent,
} from '@countersign/domain';
import type { EventStore } from '@countersign/event-store';
import type { Loaded, ProposalStreams, Work } from '@countersign/messaging';
import type { FilledRequirement } from '@countersign/policy';
import type { RetryLimits } from '../config.js';
import type { Target, Targets } from '../targets/targets.js';
import { Attempts, noEffects, watchKey } from './attempts.js';
import { checkPermission, type Permissible, type PermissionPorts } from './check-permission.js';
import { hasLapsed, holdBack, lapseOf, type Obstacle, obstacleTo } from './holding.js';
import type { OwnEffect } from './own-effect.js';
import { putOff } from './put-off.js';
import type { Revalidation } from './revalidate.js';
import { lapsed, permissionVoid, voiding } from './voiding.js';
import { firstStart } from './when-sent.js';

export interface ExecutionPorts extends PermissionPorts {
  readonly store: EventStore;
  /** The world and the rules, read again right before the call. */
  revalidate(proposal: Permissible, filled: readonly FilledRequirement[]): Promise<Revalidation>;
  /** Whether the target holds an effect of a call that it turned away. */
  ownEffect(proposal: Drafted, events: readonly RecordedEvent[]): Promise<OwnEffect>;
  readonly proposals: ProposalStreams;
  readonly effects: EffectSides;
  readonly ports: Ports;
  readonly worker: string;
  readonly retries: RetryLimits;
  readonly targets: Targets;
  /** The system in which an action has its effect. */
  targetOf(action: { readonly kind: string }): string;
  /** A call that has not left by then is not made any more; what follows may look and find nothing. */
  readonly sendWithinMs: number;
  /** After this long without a result the worker is taken for lost; well above the call's own timeout. */
  readonly silenceMs: number;
}

export interface Trigger {
  readonly cause: Parameters<ProposalStreams['answer']>[0];
  readonly tenant: string;
  readonly id: string;
}

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

  async carryOut(trigger: Trigger): Promise<void> {
    const { tenant, id } = trigger;
    const { state } = await this.with_.proposals.load(tenant, id);
    if (!waitsToBeSent(state) && state.status !== 'executing') return;
    const target = this.#targetOf(state);
    await target.turn(() => this.#inTurn(trigger, target));
  }

  /** What was held back or put off is due. Held back still, it is recorded again; else it goes through its turn. */
  async whenDue(trigger: Trigger, dueAt: unknown): Promise<void> {
    const { cause, tenant, id } = trigger;
    const { state } = await this.with_.proposals.load(tenant, id);
    if (state.status !== 'held') return this.carryOut(trigger);
    const target = this.#targetOf(state);
    await this.with_.proposals.answer(cause, { tenant, id, rule: 'look-again' }, async (now, { events }) => {
      if (now.status !== 'held') return 'nothing';
      // The timer's coming says that its time has come, whatever this host's clock thinks.
      const at = now.held.retryAt === dueAt ? now.held.retryAt : this.with_.ports.clock.now();
      if (hasLapsed(now, at)) return this.#lapsed(now, events, at);
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

  async #inTurn(trigger: Trigger, target: Target): Promise<void> {
    const { cause, tenant, id } = trigger;
    const to = { tenant, id, rule: 'start-execution' };
    const begun = await this.with_.proposals.answer(cause, to, (state, loaded) =>
      this.#prepare(state, loaded, { tenant, target }),
    );
    if (begun.outcome === 'already_done') return this.#whenHeardAgain(trigger, target);
    const fault = voiding(begun);
    if (fault !== undefined) {
      await permissionVoid(this.with_, trigger, fault);
      return;
    }
    if (begun.outcome !== 'appended') return;
    if (begun.state.status === 'held') return this.#attempts.unlessReleased(trigger, target);
    if (begun.state.status !== 'executing') return;
    const { state, version } = begun;
    const came = await this.#call(tenant, state, { version, target });
    if ('class' in came) return this.#attempts.record(trigger, state.started.attempt, came, 'from_the_call');
    await this.#attempts.hold(trigger, state.started.attempt, { obstacle: came, target });
  }

  async #prepare(
    state: Proposal,
    { events }: Loaded<Proposal>,
    { tenant, target }: { readonly tenant: string; readonly target: Target },
  ): Promise<Work<ProposalCommand>> {
    if (!waitsToBeSent(state)) return 'nothing';
    const { clock } = this.with_.ports;
    const obstacle = await obstacleTo(this.with_, tenant, target);
    if (obstacle !== undefined) {
      const at = clock.now();
      return hasLapsed(state, at)
        ? this.#lapsed(state, events, at)
        : holdBack(this.with_, { state, events, system: target.system }, obstacle);
    }
    const permission = await checkPermission(this.with_, state);
    const checked =
      permission.outcome === 'holds' ? await this.with_.revalidate(state, permission.filled) : permission;
    const at = clock.now();
    if (checked.outcome === 'invalid' || checked.outcome === 'voided') {
      const found = await this.#unlessAbsent(state, events, checked.code);
      if (found !== undefined) return found;
    }
    switch (checked.outcome) {
      case 'no_answer':
        return putOff(this.with_, { state, events }, { code: checked.code });
      case 'voided':
        return {
          commands: [{ type: 'void_approval', fact: { code: checked.code, message: checked.message, at } }],
        };
      case 'invalid': {
        const { code, difference, readAt = at } = checked;
        const evidence = { readAt, calls: state.attempts };
        return { commands: [{ type: 'invalidate', fact: { code, difference, evidence, at } }] };
      }
      case 'stands':
        return this.#start(state);
    }
  }

  /** The reconciler looks, finds the effect, and settles it. */
  #givenUp({ attempts: attempt }: Permissible, code: string): ProposalCommand {
    const { retries, ports } = this.with_;
    const fact = { attempt, code, attemptsMax: retries.attemptsMax, at: ports.clock.now() };
    return { type: 'exhaust_retries', fact };
  }

  /** While it was held back its permission ran out: back to approval, as it would have been at its call. */
  async #lapsed(
    state: Permissible,
    events: readonly RecordedEvent[],
    at: Instant,
  ): Promise<Work<ProposalCommand>> {
    return (await this.#unlessAbsent(state, events, 'permission_expired')) ?? lapsed(at);
  }

  /** Nothing that may have had its effect all the same is ended or withdrawn. */
  async #unlessAbsent(
    state: Permissible,
    events: readonly RecordedEvent[],
    code: string,
  ): Promise<Work<ProposalCommand> | undefined> {
    const own = await this.with_.ownEffect(state, events);
    if (own === 'no_answer') return putOff(this.with_, { state, events }, { code: 'own_effect_unknown' });
    return own === 'there' ? { commands: [this.#givenUp(state, code)] } : undefined;
  }

  #start(state: Permissible): Work<ProposalCommand> {
    const { worker, silenceMs, ports } = this.with_;
    const { proposalId: id, digest } = state.draft;
    const lapsesAt = lapseOf(state);
    // A retry's own timer says that its time has come, whatever this host's clock thinks.
    const now = ports.clock.now();
    const at = state.status === 'retry_scheduled' && now < state.retry.retryAt ? state.retry.retryAt : now;
    return {
      commands: [{ type: 'start_execution', digest, worker, at }],
      timers: [
        {
          task: 'execution-watch',
          key: watchKey(id),
          payload: { proposalId: id, attempt: state.attempts + 1 },
          dueAt: { inMs: silenceMs },
        },
      ],
      ...(lapsesAt === undefined ? {} : { notAfter: lapsesAt }),
    };
  }

  /**
   * The stop is read once more, after the intent is committed: of a stop whose append was answered before, no call
   * leaves. The operation id is the proposal's id: stable across attempts, processes and machines.
   */
  async #call(
    tenant: string,
    { draft, started }: Executing,
    { version, target }: { readonly version: number; readonly target: Target },
  ): Promise<Executed | Obstacle> {
    const firstSentAt =
      started.attempt === 1 ? 'never' : await this.#firstSentAt(tenant, draft.proposalId, version);
    const sendBefore = new Date(Date.parse(started.startedAt) + this.with_.sendWithinMs).toISOString();
    const obstacle = await obstacleTo(this.with_, tenant, target);
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
    const mine = events.find((event) => event.id === eventIdOf(trigger.cause.id, 'start-execution', 0));
    if (mine?.type !== 'ExecutionStarted' || mine.data['attempt'] !== state.started.attempt) return;
    await this.#attempts.record(trigger, state.started.attempt, { class: 'unknown', code: 'worker_lost' });
  }

  #targetOf({ draft }: Drafted): Target {
    return this.with_.targets.of(this.with_.targetOf(draft.action), draft.tenant);
  }
}
