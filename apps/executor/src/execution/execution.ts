import type { Executed } from '@countersign/capabilities';
import type { EffectSides } from '@countersign/capabilities/effects';
import { eventIdOf, type Ports } from '@countersign/contracts';
import {
  grantsOf,
  type Proposal,
  type ProposalCommand,
  type ProposalRefusal,
  proposalId,
} from '@countersign/domain';
import type { Loaded, ProposalStreams, Timer, Work } from '@countersign/messaging';
import type { RetryLimits } from '../config.js';
import { nextTry } from './backoff.js';
import { checkPermission, type Permissible, type PermissionPorts } from './check-permission.js';
import { type RevalidationPorts, revalidate } from './revalidate.js';
import { firstStart, triedSince } from './when-sent.js';

export interface ExecutionPorts extends PermissionPorts, RevalidationPorts {
  readonly proposals: ProposalStreams;
  readonly effects: EffectSides;
  readonly ports: Ports;
  readonly worker: string;
  readonly retries: RetryLimits;
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
/** Refusals of a start after which people have to be asked again. */
const voiding: readonly ProposalRefusal[] = ['permission_expired', 'digest_differs', 'no_permission'];

const watchKey = (id: string) => `execution-watch:${id}`;

/**
 * Carries out one approved proposal: check everything again, write the intent, make the one call, write what
 * came of it. The intent is committed before the call, so that a worker that dies leaves a question and never
 * a silence; the call is made only by the one whose intent was committed.
 */
export class Execution {
  constructor(private readonly with_: ExecutionPorts) {}

  async carryOut(trigger: Trigger): Promise<void> {
    const { cause, tenant, id } = trigger;
    const to = { tenant, id, rule: 'start-execution' };
    const begun = await this.with_.proposals.answer(cause, to, (state, loaded) =>
      this.#prepare(trigger, state, loaded),
    );
    if (begun.outcome === 'already_done') return this.#whenHeardAgain(trigger);
    if (begun.outcome === 'refused' && voiding.includes(begun.code))
      return this.#void(trigger, begun.code, begun.message);
    if (begun.outcome === 'too_late')
      return this.#void(trigger, 'permission_expired', 'The permission ran out before it was used.');
    if (begun.outcome !== 'appended' || begun.state.status !== 'executing') return;
    const { state, version } = begun;
    const executed = await this.#call(tenant, state, version);
    await this.#record(trigger, state.started.attempt, executed);
  }

  /** An operation that is still "being sent" long after its call must have ended has lost its worker. */
  async recordSilence(trigger: Trigger, attempt: number): Promise<void> {
    await this.#record(trigger, attempt, { class: 'unknown', code: 'worker_silent' });
  }

  async #prepare(
    trigger: Trigger,
    state: Proposal,
    { events }: Loaded<Proposal>,
  ): Promise<Work<ProposalCommand>> {
    if (state.status !== 'approved' && state.status !== 'retry_scheduled') return 'nothing';
    const { clock } = this.with_.ports;
    const permission = await checkPermission(this.with_, state);
    const checked =
      permission.outcome === 'holds' ? await revalidate(this.with_, state, permission.filled) : permission;
    const at = clock.now();
    switch (checked.outcome) {
      case 'no_answer':
        return this.#putOff(state, {
          code: checked.code,
          since: triedSince(events) ?? clock.now(),
        });
      case 'voided':
        return {
          commands: [{ type: 'void_approval', fact: { code: checked.code, message: checked.message, at } }],
        };
      case 'invalid': {
        const { code, difference, readAt = at } = checked;
        return {
          commands: [
            {
              type: 'invalidate',
              fact: { code, difference, evidence: { readAt, calls: state.attempts }, at },
            },
          ],
        };
      }
      case 'stands':
        return this.#start(trigger, state);
    }
  }

  #start({ id }: Trigger, state: Permissible): Work<ProposalCommand> {
    const { worker, silenceMs, ports } = this.with_;
    const lapses = grantsOf(state.slots)
      .map((grant) => grant.expiresAt)
      .sort()[0];
    // A retry's own timer says that its time has come, whatever this host's clock thinks.
    const now = ports.clock.now();
    const at = state.status === 'retry_scheduled' && now < state.retry.retryAt ? state.retry.retryAt : now;
    return {
      commands: [{ type: 'start_execution', digest: state.draft.digest, worker, at }],
      timers: [
        {
          task: 'execution-watch',
          key: watchKey(id),
          payload: { proposalId: id, attempt: state.attempts + 1 },
          dueAt: { inMs: silenceMs },
        },
      ],
      ...(lapses === undefined ? {} : { notAfter: lapses }),
    };
  }

  /** The operation id is the proposal's id: stable across attempts, processes and machines. */
  async #call(
    tenant: string,
    state: Extract<Proposal, { status: 'executing' }>,
    version: number,
  ): Promise<Executed> {
    const { draft, started } = state;
    const effects = this.with_.effects.byKind(draft.action.kind);
    if (effects === undefined) return noEffects(draft.action.kind);
    try {
      const firstSentAt =
        started.attempt === 1 ? 'never' : await this.#firstSentAt(tenant, draft.proposalId, version);
      const sendBefore = new Date(Date.parse(started.startedAt) + this.with_.sendWithinMs).toISOString();
      return await effects.execute(started.operationId, draft.action, { firstSentAt, sendBefore });
    } catch {
      return { class: 'unknown', code: 'connector_failed' };
    }
  }

  async #firstSentAt(tenant: string, id: string, version: number): Promise<string | 'never'> {
    const { events } = await this.with_.proposals.load(tenant, id);
    return firstStart(events.filter((event) => event.version <= version)) ?? 'never';
  }

  async #record({ cause, tenant, id }: Trigger, attempt: number, executed: Executed): Promise<void> {
    await this.with_.proposals.answer(cause, { tenant, id, rule: 'record-result' }, (state, { events }) => {
      if (state.status !== 'executing' || state.started.attempt !== attempt) return 'nothing';
      const at = this.with_.ports.clock.now();
      const work =
        executed.class === 'transient'
          ? this.#putOff(state, { ...executed, since: triedSince(events) ?? at })
          : { commands: [resultOf(executed, attempt, at)] };
      return { ...work, timersCancelled: [watchKey(id)] };
    });
  }

  /** Another try in a while, or an end to trying. Nothing was applied, so nothing is unknown. */
  #putOff(
    state: Permissible,
    put: { code: string; since: string; retryAfterMs?: number },
  ): Exclude<Work<ProposalCommand>, 'nothing'> {
    const { retries: limits, ports } = this.with_;
    const nowMs = ports.clock.nowMs();
    const tried = {
      retries: state.retries,
      elapsedMs: nowMs - Date.parse(put.since),
      fraction: ports.randomness.fraction(),
    };
    const waitMs = nextTry(
      limits,
      put.retryAfterMs === undefined ? tried : { ...tried, retryAfterMs: put.retryAfterMs },
    );
    const fact = {
      attempt: state.attempts,
      code: put.code,
      attemptsMax: limits.attemptsMax,
      at: ports.clock.now(),
    };
    if (waitMs === 'exhausted') return { commands: [{ type: 'exhaust_retries', fact }] };
    const id = state.draft.proposalId;
    const timer: Timer = {
      task: 'execution-retry',
      key: `execution-retry:${id}`,
      payload: { proposalId: id },
      dueAt: { inMs: waitMs },
    };
    const retryAt = new Date(nowMs + waitMs).toISOString();
    return { commands: [{ type: 'schedule_retry', fact: { ...fact, retryAt } }], timers: [timer] };
  }

  /** Heard a second time: if the intent this very cause wrote has no result, whoever made the call is gone. */
  async #whenHeardAgain(trigger: Trigger): Promise<void> {
    const { state, events } = await this.with_.proposals.load(trigger.tenant, trigger.id);
    if (state.status !== 'executing') return;
    const mine = events.find((event) => event.id === eventIdOf(trigger.cause.id, 'start-execution', 0));
    if (mine?.data['attempt'] !== state.started.attempt) return;
    await this.#record(trigger, state.started.attempt, { class: 'unknown', code: 'worker_lost' });
  }

  async #void({ cause, tenant, id }: Trigger, code: string, message: string): Promise<void> {
    const at = this.with_.ports.clock.now();
    await this.with_.proposals.answer(cause, { tenant, id: proposalId(id), rule: 'void-approval' }, () => ({
      commands: [{ type: 'void_approval', fact: { code, message, at } }],
    }));
  }
}

/** Nothing was sent, and nothing of this release could send it. */
function noEffects(kind: string): Executed {
  const message = `This release cannot carry out ${kind}.`;
  return { class: 'rejected', code: 'capability_unknown', message };
}

function resultOf(
  executed: Exclude<Executed, { class: 'transient' }>,
  attempt: number,
  at: string,
): ProposalCommand {
  switch (executed.class) {
    case 'succeeded':
      return { type: 'record_success', attempt, receipt: executed.receipt, at };
    case 'rejected':
      return {
        type: 'record_failure',
        fact: { attempt, class: 'rejected', code: executed.code, message: executed.message, at },
      };
    case 'unknown':
      return { type: 'record_unknown', fact: { attempt, code: executed.code, at } };
  }
}
