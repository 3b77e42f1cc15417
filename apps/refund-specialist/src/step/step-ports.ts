import type { Capability, ToolGateway } from '@countersign/capabilities';
import type { RecordedEvent } from '@countersign/contracts';
import type { Action, CaseCommand, Instant, OpenedCase } from '@countersign/domain';
import type { Timer } from '@countersign/messaging';
import type { Planner } from '@countersign/planning';
import type { ProposalOfCase, RecordedTurn } from '@countersign/planning/view';

export interface Before {
  readonly causeId: string;
  readonly caseId: string;
  /** Whose matter the case was routed to. */
  readonly capability: Capability;
  /** Version of the event that this step answers. */
  readonly version: number;
  readonly state: OpenedCase;
  readonly events: readonly RecordedEvent[];
  readonly proposals: readonly ProposalOfCase[];
  readonly at: Instant;
  /** Turns that were planned for this very step and overtaken: they are recorded before those of this try. */
  readonly overtaken: readonly RecordedTurn[];
}

export interface Ports {
  readonly planner: Planner;
  readonly gateway: Pick<ToolGateway, 'call' | 'complete'>;
  readonly lookAgainAfterMs: readonly number[];
  /** How long to wait after each failure of the planner itself, in a row, before it is asked again. */
  readonly planAgainAfterMs: readonly number[];
}

/** One step taken: what the case records of it, the action to be drafted, and when to go on. */
export interface Taken {
  readonly commands: readonly CaseCommand[];
  /** The turns among them, as they were planned now. */
  readonly turns: readonly RecordedTurn[];
  readonly propose?: Action;
  readonly timers?: readonly Timer[];
}

/** Where a step leads, beside the turns that were taken. */
export type Followed = Omit<Taken, 'turns'>;

/** What the records made of a proposed action; undefined where none was proposed or the records refuse it. */
export type Completed = { readonly action: Action } | { readonly noAnswer: string } | undefined;
