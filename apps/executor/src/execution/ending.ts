import { type LookEvidence, type ProposalCommand, waitsToBeSent } from '@countersign/domain';
import type { Work } from '@countersign/messaging';
import type { Permissible } from './check-permission.js';
import type { EndingPorts, Trigger } from './execution-ports.js';
import type { AboutCalls } from './own-effect.js';
import { lookLater, type PutOff, type Trying } from './put-off.js';
import type { Fault } from './voiding.js';

interface Waiting {
  readonly state: Permissible;
  readonly events: AboutCalls['events'];
}

export type Weighed =
  /** Nothing of it is there; where a call had been made, with the look that shows it. */
  | { readonly outcome: 'clear'; readonly shown: { readonly ownEffect?: LookEvidence } }
  | { readonly outcome: 'open'; readonly work: Work<ProposalCommand> };

/** Nothing that may have had its effect all the same is ended or withdrawn. */
export async function weighed(
  ports: EndingPorts,
  { state, events }: Waiting,
  code: PutOff['code'],
): Promise<Weighed> {
  const own = await ports.ownEffect(state, { events });
  switch (own.outcome) {
    case 'never_sent':
      return { outcome: 'clear', shown: {} };
    case 'absent':
      return { outcome: 'clear', shown: { ownEffect: own.evidence } };
    case 'no_answer':
      return { outcome: 'open', work: lookLater(ports, { state, events }, own.answersAt) };
    case 'there':
      return { outcome: 'open', work: { commands: [givenUp(ports, state, code)] } };
  }
}

/** The reconciler looks, finds the effect, and settles it. */
function givenUp(
  { retries, ports }: Trying,
  { attempts: attempt }: Permissible,
  code: string,
): ProposalCommand {
  const fact = { attempt, code, attemptsMax: retries.attemptsMax, at: ports.clock.now() };
  return { type: 'exhaust_retries', fact };
}

/** The permission no longer holds: back to policy and to people, once no effect of it is there. */
export async function withdrawn(
  ports: EndingPorts,
  waiting: Waiting,
  { code, message }: Fault,
): Promise<Work<ProposalCommand>> {
  const found = await weighed(ports, waiting, code);
  if (found.outcome === 'open') return found.work;
  const at = ports.ports.clock.now();
  return { commands: [{ type: 'void_approval', fact: { code, message, ...found.shown, at } }] };
}

/** The same, where the start itself was refused for it. */
export async function withdraw(
  ports: EndingPorts,
  { cause, tenant, id }: Trigger,
  fault: Fault,
): Promise<void> {
  await ports.proposals.answer(cause, { tenant, id, rule: 'void-approval' }, (state, { events }) =>
    waitsToBeSent(state) ? withdrawn(ports, { state, events }, fault) : 'nothing',
  );
}
