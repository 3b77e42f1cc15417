import type { Ports, RecordedEvent } from '@countersign/contracts';
import { grantsOf, type Instant, isBefore, type ProposalCommand } from '@countersign/domain';
import type { EventStore } from '@countersign/event-store';
import { stopInForce, type Work } from '@countersign/messaging';
import type { RetryLimits } from '../config.js';
import type { StayAway } from '../targets/circuit.js';
import type { Target } from '../targets/targets.js';
import type { Permissible } from './check-permission.js';
import { retryKey, retryTimer } from './put-off.js';
import { triedSince } from './when-sent.js';

/** Why a call must not be made now. */
export type Obstacle =
  | { readonly code: 'stopped'; readonly scope: string }
  | ({ readonly code: 'circuit_open' } & StayAway)
  /** What it replaces or takes back was found to be otherwise after the intent was on record. */
  | { readonly code: 'beside_changed' };

interface HoldingPorts {
  readonly store: EventStore;
  readonly ports: Ports;
  readonly retries: RetryLimits;
}

interface ToHold {
  readonly state: Permissible;
  readonly events: readonly RecordedEvent[];
  readonly system: string;
}

/** A person's stop goes before a target's silence. The stop is read from the store each time, never remembered. */
export async function obstacleTo(
  { store }: Pick<HoldingPorts, 'store'>,
  tenant: string,
  target: Target,
): Promise<Obstacle | undefined> {
  const stop = await stopInForce(store, tenant, target.system);
  if (stop !== undefined) return { code: 'stopped', scope: stop.scope };
  const away = target.stayAway();
  return away && { code: 'circuit_open', ...away };
}

/**
 * What is recorded of an action that is not sent now. What is stopped waits for its release, or for its permission to
 * lapse, however long that takes: that is for people. What an open circuit holds back is looked at again when the
 * circuit lets a call through; it costs no attempt, and ends where the time for trying ends.
 */
export function holdBack(
  { ports, retries }: Pick<HoldingPorts, 'ports' | 'retries'>,
  { state, events, system }: ToHold,
  obstacle: Obstacle,
): Exclude<Work<ProposalCommand>, 'nothing'> {
  const { proposalId: id } = state.draft;
  const at = ports.clock.now();
  const fact = { attempt: state.attempts, code: obstacle.code, system, at };
  if (obstacle.code === 'stopped') {
    const lapsesAt = lapseOf(state);
    const retryAt = lapsesAt ?? 'when_released';
    return {
      commands: [{ type: 'hold_execution', fact: { ...fact, stop: obstacle.scope, retryAt } }],
      ...(lapsesAt === undefined
        ? { timersCancelled: [retryKey(id)] }
        : { timers: [retryTimer(id, lapsesAt, lapsesAt)] }),
    };
  }
  // It is judged again at once, from the start: the permission is withdrawn, or it ends.
  if (obstacle.code === 'beside_changed')
    return {
      commands: [{ type: 'hold_execution', fact: { ...fact, stop: 'none', retryAt: at } }],
      timers: [retryTimer(id, { inMs: 0 }, at)],
    };
  const nowMs = ports.clock.nowMs();
  const waitMs = Math.ceil(obstacle.waitMs + retries.baseMs * ports.randomness.fraction());
  const elapsedMs = nowMs - Date.parse(triedSince(events) ?? at);
  if (elapsedMs + waitMs > retries.elapsedMaxMs) {
    const { attempt, code } = fact;
    const { attemptsMax } = retries;
    return { commands: [{ type: 'exhaust_retries', fact: { attempt, code, attemptsMax, at } }] };
  }
  const retryAt = new Date(nowMs + waitMs).toISOString();
  return {
    commands: [{ type: 'hold_execution', fact: { ...fact, stop: 'none', retryAt } }],
    timers: [retryTimer(id, { inMs: waitMs }, retryAt)],
  };
}

/** When the first of its signatures runs out; undefined when it rests on none. */
export function lapseOf({ slots }: Permissible): Instant | undefined {
  return grantsOf(slots)
    .map((grant) => grant.expiresAt)
    .sort()[0];
}

export function hasLapsed(state: Permissible, at: Instant): boolean {
  const lapsesAt = lapseOf(state);
  return lapsesAt !== undefined && !isBefore(at, lapsesAt);
}
