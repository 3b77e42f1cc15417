import type { OrderRecord } from '@countersign/connectors/orders/read';
import type { ChargeRecord } from '@countersign/connectors/payments/read';
import type { Action, Instant, JsonObject } from '@countersign/domain';
import type { OnBehalfOf } from '../capability.js';
import type { Judging, Moved, PolicyFact, PolicySubject, Unknowing } from '../judging.js';
import { countOf, type Limits, zoneOf } from '../limits.js';
import { checkWindow } from '../window.js';
import { chargeFacts, unknownChargeFacts } from './charge-facts.js';

export interface RefundRecords {
  readonly order: OrderRecord;
  readonly charge: ChargeRecord;
}

/** What policy judges a refund on: the order, the window, and what the charge still bears. */
export function refundPolicySubject(
  action: Action,
  { order, charge }: RefundRecords,
  { holds, limits, askedAt }: Judging,
): PolicySubject {
  const { status } = order;
  return {
    resource: {
      type: 'Order',
      id: order.id,
      customerId: order.customerId,
      tenant: order.tenant,
      attributes: { status, currency: charge.currency },
    },
    facts: {
      ...windowOf(order.deliveredAt ?? 'unknown', limits, askedAt),
      ...unopenedOf(action),
      ...chargeFacts(charge, holds),
    },
  };
}

type Facts = Readonly<Record<string, PolicyFact>>;

/** Counted to the instant it was asked for: a question asked back must not cost the customer the window. */
function windowOf(deliveredAt: string, limits: Limits, askedAt: Instant): Facts {
  const [days, zone] = [countOf(limits, 'windowDays'), zoneOf(limits, 'windowZone')];
  const { inside, daysSince } = checkWindow({ since: deliveredAt, askedAt, zone, days });
  return { deliveredAt, insideWindow: inside, daysSinceDelivery: daysSince };
}

/** "Unopened" stands in no record: it is what the customer said, or unknown, whatever else a draft calls it. */
function unopenedOf({ evidence }: Action): Facts {
  const said = evidence.find(({ fact, basis }) => fact === 'unopened' && basis === 'stated')?.value;
  const unopenedBasis = 'customer_statement';
  if (said === 'yes' || said === true) return { unopened: 'yes', unopenedBasis };
  if (said === 'no' || said === false) return { unopened: 'no', unopenedBasis };
  return { unopened: 'unknown', unopenedBasis: 'none' };
}

/** Nothing is known of the money; of an order that is gone not even whose it was. */
export function unknownRefundSubject(
  action: Action,
  forWhom: OnBehalfOf,
  { why, limits, askedAt }: Unknowing,
): PolicySubject {
  return {
    resource: {
      type: 'Order',
      id: String(action.arguments['orderId']),
      customerId: why === 'gone' ? '' : forWhom.customer,
      tenant: forWhom.tenant,
      attributes: { status: 'unknown', currency: action.money?.currency ?? '' },
    },
    facts: {
      ...windowOf('unknown', limits, askedAt),
      ...unopenedOf(action),
      ...unknownChargeFacts,
    },
  };
}

/** Money paid back by somebody else, without an operation of ours, between the decision and the call. */
export function refundMovedSince(action: Action, decided: JsonObject, now: PolicySubject): Moved | undefined {
  if (decided['refundedElsewhereMinor'] === now.facts['refundedElsewhereMinor']) return undefined;
  const difference = `charge ${action.target.id} was refunded through another channel meanwhile.`;
  return { code: 'refunded_elsewhere', difference };
}
