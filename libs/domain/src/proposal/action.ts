import type { Instant, TenantId } from '../identifiers.js';
import type { JsonObject, JsonValue } from '../json.js';

/** One typed action, proposed: what would be done, to what, of which amount, on which evidence. */
export interface Action {
  /** The capability's action, `refund.create`. */
  readonly kind: string;
  /** The thing acted on; `id` is the target system's own, `ch_4821`. */
  readonly target: { readonly type: string; readonly id: string };
  readonly arguments: JsonObject;
  /** Minor units and ISO 4217 code; absent where no money moves. */
  readonly money?: { readonly amountMinor: number; readonly currency: string };
  readonly evidence: readonly Evidence[];
  /** The records the proposal was made from. A newer version is a reason to look again. */
  readonly resourceVersions: readonly ResourceVersion[];
}

/** One fact the proposal rests on, and where it stands: on record, only said, or in a policy document. */
export interface Evidence {
  readonly fact: string;
  readonly value: JsonValue;
  readonly basis: 'record' | 'stated' | 'policy';
  /** `orders/4821`, `documents/returns`, `message/<id>`. */
  readonly source: string;
  readonly section?: string;
  readonly version?: string;
  readonly readAt: Instant;
}

export interface ResourceVersion {
  readonly resource: string;
  readonly version: string;
}

/**
 * The content a digest covers, in one fixed shape: any change of target, amount, currency, arguments,
 * evidence or resource version is another digest and so another proposal. Evidence and versions keep
 * the order in which the author put them: reordering them is a change too.
 */
export function digestContent(tenant: TenantId, action: Action): JsonObject {
  return {
    tenant,
    kind: action.kind,
    target: { type: action.target.type, id: action.target.id },
    arguments: action.arguments,
    amountMinor: action.money?.amountMinor ?? null,
    currency: action.money?.currency ?? null,
    evidence: action.evidence.map((e) => ({ ...e })),
    resourceVersions: action.resourceVersions.map((v) => ({ ...v })),
  };
}

/**
 * What two proposals share when one merely repeats the other: kind, target, arguments and money.
 * Evidence is left out, because a repeat reads the records anew.
 */
export function intentContent(tenant: TenantId, action: Action, distinctFrom: readonly string[]): JsonObject {
  const { evidence: _evidence, resourceVersions: _versions, ...rest } = digestContent(tenant, action);
  return { ...rest, distinctFrom: [...distinctFrom].sort() };
}
