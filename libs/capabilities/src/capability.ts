import type {
  Action,
  Instant,
  JsonObject,
  JsonValue,
  LookEvidence,
  LookupOutcome,
  Provenance,
  Receipt,
  SubjectId,
  TenantId,
} from '@countersign/domain';
import type { CapabilityRules } from '@countersign/planning/rules';
import type { ListEffects } from './effect-listing.js';
import type { InCase } from './in-case.js';

/** Whose matter it is, from the authenticated identity and never from a text. */
export interface OnBehalfOf {
  readonly tenant: TenantId;
  readonly customer: SubjectId;
}

/** What a capability is, to people, to planners and to services. Holds no connection to anything. */
export interface Capability {
  /** How it is planned without a model: the words it is asked for in, and its steps. */
  readonly rules: CapabilityRules;
  /** How its actions are spoken of inside a case. */
  readonly inCase?: InCase;
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
  readonly actions: readonly {
    readonly kind: string;
    readonly schema: JsonObject;
    readonly carriesAmount: boolean;
  }[];
  /** What the approver and the customer are shown. */
  card(action: Action): CardWords;
  /** Names of arguments that explain the action and change nothing of it: to say them otherwise is to ask again. */
  readonly explaining: readonly string[];
  /** Key prefix under which amounts of one capacity are reserved, `refund:charge:ch_4821`. */
  capacityOf(action: Action): string;
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

/** What the target holds for an operation. Absent is an answer only when the listing is complete and settled. */
export type FoundOutcome =
  | { readonly outcome: 'happened'; readonly evidence: LookEvidence }
  | { readonly outcome: 'absent'; readonly evidence: LookEvidence }
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

/** An amount of one capacity that another proposal holds, from the claims of the store. */
export interface Hold {
  readonly proposalId: string;
  readonly amountMinor: number;
}

/** The part of a claim of the store that a hold is made of. */
export interface HeldClaim {
  readonly key: string;
  readonly stream: string;
  readonly amountMinor?: number;
  readonly released: boolean;
}

/** What others hold of a capacity: every live claim but the proposal's own. */
export function holdsOfOthers(claims: readonly HeldClaim[], proposalId: string): readonly Hold[] {
  return claims
    .map((claim) => ({ ...claim, proposalId: claim.stream.slice(claim.stream.indexOf('-') + 1) }))
    .filter((claim) => !claim.released && claim.proposalId !== proposalId)
    .map((claim) => ({ proposalId: claim.proposalId, amountMinor: claim.amountMinor ?? 0 }));
}

/**
 * What policy is asked, less who asks. Structurally the request of libs/policy; the window is computed there,
 * in the zone the policy states, from `deliveredAt`.
 */
export interface PolicySubject {
  readonly resource: {
    readonly orderId: string;
    readonly customerId: string;
    readonly tenant: string;
    readonly status: string;
    readonly chargeId: string;
    readonly currency: string;
  };
  readonly deliveredAt: Instant | 'unknown';
  readonly facts: {
    readonly unopened: 'yes' | 'no' | 'unknown';
    readonly unopenedBasis: 'customer_statement' | 'order_record' | 'none';
    readonly disputed: boolean | 'unknown';
    readonly capturedMinor: number | 'unknown';
    readonly refundedMinor: number | 'unknown';
    readonly heldMinor: number | 'unknown';
  };
  /** Paid back by somebody else, without an operation of ours; must not change between decision and call. */
  readonly refundedElsewhereMinor: number | 'unknown';
}

/** The read side of a capability. Nothing here can change anything outside. */
export interface CapabilityReads<Records = unknown> {
  /** Runs one of the capability's read-only tools for this customer; anybody else's record is not found. */
  callTool(tool: string, args: JsonObject, forWhom: OnBehalfOf): Promise<ToolAnswer>;
  /** Completes an asked-for action from the records; every refusal names its field. */
  complete(asked: Asked, forWhom: OnBehalfOf): Promise<Completed>;
  situation(action: Action, forWhom: OnBehalfOf): Promise<Situation<Records>>;
  /** In words, what changed in the records since the action was drafted. Empty: nothing did. */
  differences(action: Action, records: Records): readonly string[];
  policySubject(action: Action, records: Records, holds: readonly Hold[]): PolicySubject;
  /** What policy is asked when the records could not be read, or are gone: every fact unknown. */
  unknownSubject(action: Action, forWhom: OnBehalfOf, why: 'unreadable' | 'gone'): PolicySubject;
  findOutcome(operationId: string, action: Action, lastSentAt: Instant): Promise<FoundOutcome>;
  /** The target's own ledger, for comparing it with ours; absent where the target has no listing by time. */
  readonly listEffects?: ListEffects;
}

/** The write side: the executor's alone. */
export interface CapabilityEffects {
  execute(operationId: string, action: Action, sending: Sending): Promise<Executed>;
}

/** When a call may be made: a target forgets keys after a time (C15), and a stalled worker must not wake and send. */
export interface Sending {
  readonly firstSentAt: Instant | 'never';
  /** Past this instant nothing is sent any more. */
  readonly sendBefore: Instant;
}
