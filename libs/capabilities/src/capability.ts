import type {
  Absence,
  Action,
  Instant,
  JsonObject,
  JsonValue,
  LookEvidence,
  LookupOutcome,
  OperationId,
  Provenance,
  Receipt,
  SaidOfAction,
  SubjectId,
  TenantId,
} from '@countersign/domain';
import type { CapabilityRules } from '@countersign/planning/rules';
import type { Ledgers } from './effect-listing.js';
import type { InCase } from './in-case.js';
import type { Capacity, Judging, Moved, PolicyShape, PolicySubject, Unknowing } from './judging.js';

/** Whose matter it is, from the authenticated identity and never from a text. */
export interface OnBehalfOf {
  readonly tenant: TenantId;
  readonly customer: SubjectId;
}

/**
 * What a capability is, to people, to planners and to services. Holds no connection to anything, so that whoever
 * imports it can act on nothing. It is the export `capability` of `<name>/<name>.ts`.
 */
export interface Capability {
  /** How it is planned without a model: the words it is asked for in, and its steps. */
  readonly rules: CapabilityRules;
  /** How its actions are spoken of inside a case. */
  readonly inCase?: InCase;
  /** The name of its folder: `service-credits`. */
  readonly name: string;
  readonly version: string;
  /** One sentence: what its specialist is responsible for. */
  readonly responsibility: string;
  readonly instructions: string;
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly schema: JsonObject;
  }[];
  readonly actions: readonly ActionDescription[];
  /** What the approver and the customer are shown of one action. */
  card(action: Action): CardWords;
  /** Names of arguments that explain the action and change nothing of it: to say them otherwise is to ask again. */
  readonly explaining: readonly string[];
  /** What an action takes of what there is only so much of. Every one is reserved in the commit of the verdict. */
  capacitiesOf(action: Action): readonly Capacity[];
  readonly policy: PolicyShape;
  /** How a completed action is taken back, where the business has a way. A planner chooses among these, no others. */
  readonly recoveries?: readonly RecoveryPlan[];
  /** The forward steps after an action that was read back: each becomes a proposal of its own, with its own operation. */
  followUps?(done: Done): readonly Asked[];
  /**
   * How the same thing is asked for again when the records moved under a waiting proposal: it is then computed anew,
   * replaces the old one and is asked for again (S22). Without it a person has to ask.
   */
  asksAgain?(action: Action): Pick<Asked, 'kind' | 'arguments'> | undefined;
}

export interface ActionDescription {
  /** `refund.create`; unique over all capabilities. */
  readonly kind: string;
  readonly schema: JsonObject;
  readonly carriesAmount: boolean;
  /** The system its effect is made in: what a breaker, a stop and an incident are keyed by. */
  readonly target: string;
  /** What only this capability can say to the customer about the thing. */
  readonly said: SaidOfAction;
}

/** A completed action: its inputs are what the target confirmed, and frozen from then on. */
export interface Done {
  readonly proposalId: string;
  readonly action: Action;
  readonly receipt: Receipt;
}

/** One way back. What it asks for is made of the confirmed effect alone, never of what somebody says about it. */
export interface RecoveryPlan {
  /** `reverse-credit`; unique within the capability. */
  readonly name: string;
  readonly description: string;
  /** The kind of action it takes back, and the kind that does it. */
  readonly undoes: string;
  readonly kind: string;
  asks(done: Done): Omit<Asked, 'statements'>;
}

export interface CardWords {
  readonly operation: string;
  /** `order 4821` */
  readonly subject: string;
  /** The one sentence that is read before the button. */
  readonly sentence: string;
  readonly consequences: readonly string[];
  readonly undoable: string;
  /** Whether it can be taken back without the other side's help. What cannot is ranked above what can. */
  readonly reversible: boolean;
}

export interface FieldFault {
  readonly field: string;
  readonly reason: string;
}

/** A typed action completed from the records: money, target and versions are read, never taken from a text. */
export type Completed =
  | { readonly outcome: 'completed'; readonly action: Action }
  | { readonly outcome: 'refused'; readonly faults: readonly FieldFault[] }
  | { readonly outcome: 'no_answer'; readonly code: string };

/** What somebody asks for, before it is completed from the records. */
export interface Asked {
  readonly kind: string;
  readonly arguments: unknown;
  readonly money?: { readonly amountMinor: number; readonly currency: string };
  /** Facts that the order does not hold: what was said, by whom, and the policy passage that was found. */
  readonly statements: readonly Statement[];
}

export interface Statement {
  readonly fact: string;
  readonly value: JsonValue;
  readonly basis: 'stated' | 'policy' | 'record';
  readonly source: string;
  readonly section?: string;
  readonly version?: string;
  readonly at: Instant;
}

/** The records as they are now. A failed look is `no_answer`: unknown, never absent. */
export type Situation<Records> =
  | { readonly outcome: 'read'; readonly records: Records; readonly readAt: Instant }
  | { readonly outcome: 'gone'; readonly difference: string }
  | { readonly outcome: 'no_answer'; readonly code: string };

/**
 * What the target holds for an operation. Absent is an answer only with the reason why it may be believed; undone is
 * the one effect that was approved, accepted by the target once and failed there since.
 */
export type FoundOutcome =
  | { readonly outcome: 'happened'; readonly evidence: LookEvidence }
  | { readonly outcome: 'absent'; readonly evidence: LookEvidence & { readonly absence: Absence } }
  | { readonly outcome: 'undone'; readonly evidence: LookEvidence }
  | { readonly outcome: 'contradicts'; readonly evidence: LookEvidence }
  | { readonly outcome: 'no_answer'; readonly code: string; readonly asked: string };

export interface ToolAnswer {
  readonly outcome: LookupOutcome;
  readonly code: string;
  readonly result: JsonValue;
  readonly provenance: readonly Provenance[];
}

/** Results of an execution, DESIGN section 6. */
export type Executed =
  | { readonly class: 'succeeded'; readonly receipt: Receipt }
  | { readonly class: 'rejected'; readonly code: string; readonly message: string }
  | { readonly class: 'transient'; readonly code: string; readonly retryAfterMs?: number }
  | { readonly class: 'unknown'; readonly code: string };

/** The read side of a capability. Nothing here can change anything outside. */
export interface CapabilityReads<Records = unknown> {
  /** Runs one of the capability's read-only tools for this customer; anybody else's record is not found. */
  callTool(tool: string, args: JsonObject, forWhom: OnBehalfOf): Promise<ToolAnswer>;
  /** Completes an asked-for action from the records; every refusal names its field. */
  complete(asked: Asked, forWhom: OnBehalfOf): Promise<Completed>;
  situation(action: Action, forWhom: OnBehalfOf): Promise<Situation<Records>>;
  /** In words, what changed in the records since the action was drafted. Empty: nothing did. */
  differences(action: Action, records: Records): readonly string[];
  /** What the rules may look at, from the records as they are. */
  policySubject(action: Action, records: Records, judging: Judging): PolicySubject;
  /** What policy is asked when the records could not be read, or are gone: every fact unknown. */
  unknownSubject(action: Action, forWhom: OnBehalfOf, why: Unknowing): PolicySubject;
  /** What moved between decision and call that `differences` cannot see, because only the decision knows it. */
  movedSince?(action: Action, decided: JsonObject, now: PolicySubject): Moved | undefined;
  findOutcome(operationId: OperationId, action: Action, lastSentAt: Instant): Promise<FoundOutcome>;
  /**
   * The ledgers its effects lie in, for comparing each with ours. A system whose effects cannot be listed by time is
   * left out: its effects are read back one by one and not compared.
   */
  readonly ledgers?: Ledgers;
}

/** The write side: the executor's alone. */
export interface CapabilityEffects {
  execute(operationId: OperationId, action: Action, sending: Sending): Promise<Executed>;
}

/** When a call may be made: a target forgets keys after a time (C15), and a stalled worker must not wake and send. */
export interface Sending {
  readonly firstSentAt: Instant | 'never';
  /** Past this instant nothing is sent any more. */
  readonly sendBefore: Instant;
}
