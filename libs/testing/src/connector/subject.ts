import type { CapabilityEffects, CapabilityReads } from '@countersign/capabilities';
import type { Action } from '@countersign/domain';

/** The two sides of a connector that move something: the executor's call, and the reconciler's question. */
export type ConnectorUnderTest = Pick<CapabilityEffects, 'execute'> & Pick<CapabilityReads, 'findOutcome'>;

/** Minor units and ISO 4217 code: JPY 500 is 500, EUR 5.00 is 500, BHD 0.500 is 500. */
export interface Money {
  readonly amountMinor: number;
  readonly currency: string;
}

/** One effect as the target's own ledger has it. */
export interface Effect extends Partial<Money> {
  /** What the target calls it, for the report. */
  readonly reference: string;
}

/** How the connector is to reach the target in one trial. */
export interface Way {
  /** In place of `targetUrl`. Plain HTTP on the loopback. */
  readonly baseUrl: string;
  /** The connector gives up on one request after this long. */
  readonly timeoutMs: number;
}

/** An HTTP answer in the target's words. */
export interface TargetAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RequestSeen {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** What the author of a connector says about it. Everything optional makes more of the contract checkable. */
export interface ConnectorSubject {
  readonly name: string;
  /** The target itself: a stand-in, or the provider's test mode. Effects will happen there. */
  readonly targetUrl: string;
  connect(way: Way): ConnectorUnderTest;
  /**
   * An action the target will accept, on a thing no other trial uses (a fresh charge, a fresh customer), so that
   * whatever is found there was done by it. Without money where the subject says `money: 'none'`.
   */
  action(money: Money): Action | Promise<Action>;
  /** Every effect on the action's target, from the target's own ledger and past the connector. */
  effects(action: Action): readonly Effect[] | Promise<readonly Effect[]>;
  /** Values that must never be in a result or an error: the credential first of all. */
  readonly secrets: readonly string[];
  /** Left out: EUR, JPY, BHD and KWD amounts are tried. A list: of those currencies only. */
  readonly money?: 'none' | readonly string[];
  /** The same action with something else in it, under which a used key must be refused. Default: one unit less money. */
  altered?(action: Action): Action;
  /** Which requests change something. Default: all but GET, HEAD and OPTIONS. */
  isWrite?(request: RequestSeen): boolean;
  /** Lower-case names of headers that may differ between repeats, beside those of tracing and of the connection. */
  readonly changingHeaders?: readonly string[];
  /** How the target says that it took nothing: `{ status: 503, … }`. `Retry-After: 7` is added. */
  readonly unavailable?: TargetAnswer;
  /** Success is a status alone: what only a body could show is then not asked for. */
  readonly answersWithoutBody?: true;
  /** For how long the target remembers a key, in milliseconds. */
  readonly keyLifeMs?: number;
  /** Makes an answer to a look into one page of more, with nothing in it. Undefined: this answer is no listing. */
  emptyPage?(body: unknown): unknown;
  /** The connector cannot prove an absence (its target has no complete listing): unknowns then go to a person. */
  readonly neverAbsent?: true;
  /** The connector's time-out is fixed, in milliseconds, and does not follow `way.timeoutMs`. */
  readonly fixedTimeoutMs?: number;
  /** How long a call may go on after its time-out before the check stops waiting, in milliseconds. Default 10,000. */
  readonly patienceMs?: number;
  /** Ends what the subject started, after the check. */
  close?(): void | Promise<void>;
}
