import { accepted, type Decision, refused } from '../decision.js';
import type { Instant } from '../identifiers.js';
import type { Person } from '../proposal/requirements.js';
import type { StopEvent, StopEventData } from './events.js';

/** The fold of a stop's stream. */
export type Stop =
  | { readonly status: 'running' }
  | { readonly status: 'stopped'; readonly stopped: StopEventData<'Stopped'> };

export const notStopped: Stop = { status: 'running' };

export function evolveStop(state: Stop, event: StopEvent): Stop {
  if (event.type === 'Stopped') return { status: 'stopped', stopped: event.data };
  return event.type === 'Released' ? notStopped : state;
}

interface Asked {
  readonly by: Person;
  readonly reason: string;
  readonly at: Instant;
}
export type StopCommand =
  | ({ readonly type: 'stop'; readonly scope: string } & Asked)
  | ({ readonly type: 'release' } & Asked);
export type StopRefusal = 'reason_missing' | 'already_stopped' | 'not_stopped' | 'second_person_needed';

/**
 * Anybody with the role may stop, alone and at once: a stop sends nothing. Releasing lets money move again, so it is
 * for somebody else than whoever stopped: two people have looked before calls leave.
 */
export function decideStop(command: StopCommand, state: Stop): Decision<StopEvent, StopRefusal> {
  const { by, at } = command;
  const reason = command.reason.trim();
  if (reason === '') return refused('reason_missing', 'Say why, in a few words.');
  if (command.type === 'stop') {
    if (state.status === 'running')
      return accepted({ type: 'Stopped', data: { scope: command.scope, by, reason, at } });
    const { by: who, at: since } = state.stopped;
    return refused('already_stopped', `${who.name} stopped this at ${since}: ‘${state.stopped.reason}’.`);
  }
  if (state.status === 'running') return refused('not_stopped', 'This is not stopped.');
  const { scope, by: stopper, at: stoppedAt } = state.stopped;
  if (stopper.subject === by.subject)
    return refused('second_person_needed', `${by.name} stopped this, so somebody else releases it.`);
  return accepted({
    type: 'Released',
    data: { scope, by, reason, stoppedBy: stopper.subject, stoppedAt, at },
  });
}
