import type { EffectSides } from '@countersign/capabilities/effects';
import type { Drafted } from '@countersign/domain';
import type { EventStore } from '@countersign/event-store';
import type { ProposalStreams } from '@countersign/messaging';
import type { FilledRequirement } from '@countersign/policy';
import type { Targets } from '../targets/targets.js';
import type { Permissible, PermissionPorts } from './check-permission.js';
import type { AboutCalls, OwnEffect } from './own-effect.js';
import type { Trying } from './put-off.js';
import type { Revalidation } from './revalidate.js';

/** What ends or withdraws a proposal depends on. */
export interface EndingPorts extends Trying {
  readonly proposals: ProposalStreams;
  /** What the target holds of calls that it turned away; of those before the attempt `answered`, if it is given. */
  ownEffect(proposal: Drafted, about: AboutCalls): Promise<OwnEffect>;
}

/** What everything up to the intent depends on. */
export interface PreparingPorts extends PermissionPorts, EndingPorts {
  readonly store: EventStore;
  /** The world and the rules, read again right before the call. */
  revalidate(proposal: Permissible, filled: readonly FilledRequirement[]): Promise<Revalidation>;
  readonly worker: string;
  /** After this long without a result the worker is taken for lost; well above the call's own timeout. */
  readonly silenceMs: number;
  /** How long after a call this process believes no absence; longer than one of its own calls can be on its way. */
  readonly settleWindowMs: number;
}

/** What carrying out depends on: everything outside a worker, so that each of it can be another's. */
export interface ExecutionPorts extends PreparingPorts {
  readonly effects: EffectSides;
  readonly targets: Targets;
  /** The system in which an action has its effect. */
  targetOf(action: { readonly kind: string }): string;
  /** A call that has not left by then is not made any more; what follows may look and find nothing. */
  readonly sendWithinMs: number;
}

/** What was heard, and of which proposal. */
export interface Trigger {
  readonly cause: Parameters<ProposalStreams['answer']>[0];
  readonly tenant: string;
  readonly id: string;
}
