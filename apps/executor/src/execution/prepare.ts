import type { RecordedEvent } from '@countersign/contracts';
import { type Proposal, type ProposalCommand, waitsToBeSent } from '@countersign/domain';
import type { Work } from '@countersign/messaging';
import type { Target } from '../targets/targets.js';
import { checkPermission, type Permissible } from './check-permission.js';
import { weighed, withdrawn } from './ending.js';
import type { PreparingPorts } from './execution-ports.js';
import { hasLapsed, holdBack, lapseOf, obstacleTo } from './holding.js';
import { putOff, watchKey } from './put-off.js';
import type { Revalidation } from './revalidate.js';
import { ranOut } from './voiding.js';

interface ToPrepare {
  readonly tenant: string;
  readonly target: Target;
  readonly events: readonly RecordedEvent[];
  /** The instant that a timer was set for, where it was a timer that came. */
  readonly dueAt?: unknown;
}

/** Everything is checked again, and what follows is the intent, a wait, or an end. */
export async function prepare(
  ports: PreparingPorts,
  state: Proposal,
  { tenant, target, events, dueAt }: ToPrepare,
): Promise<Work<ProposalCommand>> {
  // What a change is to replace is not sent any more: it ends as soon as nothing of it is in doubt.
  if (!waitsToBeSent(state) || state.replacements !== undefined) return 'nothing';
  const { clock } = ports.ports;
  if (isEarly(state, { now: clock.now(), dueAt })) return 'nothing';
  const obstacle = await obstacleTo(ports, tenant, target);
  if (obstacle !== undefined) {
    return hasLapsed(state, clock.now())
      ? withdrawn(ports, { state, events }, ranOut)
      : holdBack(ports, { state, events, system: target.system }, obstacle);
  }
  const permission = await checkPermission(ports, state);
  const checked =
    permission.outcome === 'holds' ? await ports.revalidate(state, permission.filled) : permission;
  switch (checked.outcome) {
    case 'no_answer':
      return putOff(ports, { state, events }, { code: checked.code });
    case 'voided':
      return withdrawn(ports, { state, events }, checked);
    case 'invalid':
      return ended(ports, { state, events }, checked);
    case 'stands':
      return start(ports, state);
  }
}

/**
 * A try that was put off waits for its time, whatever else is heard meanwhile: a permission that comes late is no
 * reason to send it sooner. A timer that was set for that very instant says that the time has come, whatever this
 * host's clock thinks.
 */
function isEarly(
  state: Permissible,
  { now, dueAt }: { readonly now: string; readonly dueAt: unknown },
): boolean {
  return state.status === 'retry_scheduled' && now < state.retry.retryAt && dueAt !== state.retry.retryAt;
}

async function ended(
  ports: PreparingPorts,
  waiting: { readonly state: Permissible; readonly events: readonly RecordedEvent[] },
  { code, difference, readAt }: Extract<Revalidation, { outcome: 'invalid' }>,
): Promise<Work<ProposalCommand>> {
  const found = await weighed(ports, waiting, code);
  if (found.outcome === 'open') return found.work;
  const at = ports.ports.clock.now();
  const evidence = { readAt: readAt ?? at, calls: waiting.state.attempts };
  const fact = { code, difference, evidence, ...found.shown, at };
  return { commands: [{ type: 'invalidate', fact }] };
}

function start(
  { worker, silenceMs, settleWindowMs, ports }: PreparingPorts,
  state: Permissible,
): Work<ProposalCommand> {
  const { proposalId: id, digest } = state.draft;
  const lapsesAt = lapseOf(state);
  const now = ports.clock.now();
  // Only its own timer brings it here before its time by this host's clock.
  const at = state.status === 'retry_scheduled' && now < state.retry.retryAt ? state.retry.retryAt : now;
  const settlesAt = new Date(Date.parse(at) + settleWindowMs).toISOString();
  return {
    // On record, because whoever looks for the effect of this call runs by settings of its own.
    commands: [{ type: 'start_execution', digest, worker, at, settlesAt }],
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
