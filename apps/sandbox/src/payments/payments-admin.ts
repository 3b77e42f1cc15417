import { randomUUID } from 'node:crypto';
import type { Ledger } from '../ledger/database.js';
import type { Reply } from '../wire/reply.js';
import { json, refuse } from '../wire/reply.js';
import type { Route } from '../wire/router.js';
import { param, route, withJson } from '../wire/router.js';
import type { Charge, Refund } from './charge.js';
import { chargeObject, refundObject } from './charge.js';
import type { ChargeChange } from './charges.js';
import type { Disputes } from './disputes.js';
import { disputeObject } from './disputes.js';
import type { Payments } from './payments.js';
import { stripeError } from './stripe-error.js';
import type { WebhookDelivery } from './webhook-delivery.js';
import type { WebhookEvent, WebhookEvents } from './webhook-events.js';

interface Kept {
  payments: Payments;
  ledger: Ledger;
  disputes: Disputes;
  events: WebhookEvents;
  delivery: WebhookDelivery;
  now: () => number;
}

/** What the bank, the customer's bank and other people at the shop can do to a charge. */
export function paymentsAdmin(kept: Kept): Route[] {
  return [
    route('POST', '/charges', createCharge(kept)),
    route('PATCH', '/charges/:id', changeCharge(kept)),
    route('POST', '/charges/:id/refunds', refundElsewhere(kept)),
    route('PATCH', '/refunds/:id', settleRefund(kept)),
  ];
}

function createCharge({ payments, ledger, now }: Kept) {
  return withJson((_call, body) => {
    const { id = `ch_${randomUUID().replaceAll('-', '')}`, amountMinor, currency } = body;
    const { tenant = 'fjordlight', orderId = null } = body;
    if (typeof id !== 'string' || typeof currency !== 'string' || typeof tenant !== 'string') {
      return refuse(400, 'invalid_charge', 'id, currency and tenant must be text.');
    }
    if (typeof amountMinor !== 'number' || !Number.isSafeInteger(amountMinor) || amountMinor < 1) {
      return refuse(400, 'invalid_charge', 'amountMinor must be a whole number above zero.');
    }
    const charge: Charge = {
      ...{ id, tenant, amountMinor, currency: currency.toLowerCase(), createdAt: now() },
      ...{ orderId: typeof orderId === 'string' ? orderId : null, refundedMinor: 0 },
      ...{ disputed: false, refundStatus: 'succeeded' },
    };
    const created = ledger.inTransaction(() => payments.charges.create(charge));
    return created ? json(201, chargeObject(charge)) : refuse(409, 'charge_exists', 'This id is taken.');
  });
}

function changeCharge(kept: Kept) {
  const { payments, ledger, delivery } = kept;
  return withJson((call, { disputed, refundStatus }) => {
    const change: ChargeChange = {};
    if (typeof disputed === 'boolean') change.disputed = disputed;
    if (refundStatus === 'pending' || refundStatus === 'succeeded') change.refundStatus = refundStatus;
    if (Object.keys(change).length === 0) {
      return refuse(400, 'invalid_charge', 'Say disputed: true|false or refundStatus: pending|succeeded.');
    }
    const told: WebhookEvent[] = [];
    const charge = ledger.inTransaction(() => {
      const before = payments.charges.find(param(call, 'id'));
      const after = payments.charges.change(param(call, 'id'), change);
      if (before !== undefined && after !== undefined && before.disputed !== after.disputed) {
        told.push(...contested(kept, after));
      }
      return after;
    });
    for (const event of told) delivery.announce(event);
    return charge === undefined ? notFound('charge') : json(200, chargeObject(charge));
  });
}

/** The customer's bank contests a charge, or drops the matter; the provider says so by itself. */
function contested({ disputes, events, now }: Kept, charge: Charge): WebhookEvent[] {
  const dispute = charge.disputed ? disputes.open(charge.id, now()) : disputes.close(charge.id, 'won');
  if (dispute === undefined) return [];
  const type = charge.disputed ? 'charge.dispute.created' : 'charge.dispute.closed';
  return [events.add({ type, createdAt: now(), object: disputeObject(dispute, charge) })];
}

/** A refund made in the provider's own dashboard: no operation id, no key, and no call of ours. */
function refundElsewhere({ payments, ledger }: Kept) {
  return withJson((call, { amountMinor }) => {
    const request = {
      charge: param(call, 'id'),
      amountMinor: typeof amountMinor === 'number' ? amountMinor : undefined,
      ...{ currency: undefined, reason: null, metadata: {} },
    };
    const outcome = ledger.inTransaction(() =>
      payments.refund(request, { key: null, callId: null, channel: 'other' }),
    );
    return 'refused' in outcome ? stripeError(outcome.refused) : json(201, refundObject(outcome.refund));
  });
}

/**
 * The bank's late word, which the provider passes on by itself, as of `at` where that is said; or, with `amountMinor`,
 * what somebody wrote into the provider's own books; or, with `word`, a status that came with a change of their API.
 */
function settleRefund({ payments, ledger, events, delivery, now }: Kept) {
  return withJson((call, { status, failureReason, amountMinor, word, at }) => {
    if (typeof word === 'string') {
      payments.refunds.setWord(param(call, 'id'), word);
      const shown = payments.refunds.find(param(call, 'id'));
      return shown === undefined ? notFound('refund') : json(200, refundObject(shown));
    }
    if (typeof amountMinor === 'number' && Number.isSafeInteger(amountMinor) && amountMinor > 0) {
      const edited = ledger.inTransaction(() => payments.edit(param(call, 'id'), amountMinor));
      return edited === undefined ? notFound('refund') : json(200, refundObject(edited));
    }
    if (status !== 'succeeded' && status !== 'failed') {
      return refuse(400, 'invalid_refund', 'status must be succeeded or failed.');
    }
    const why = typeof failureReason === 'string' ? failureReason : 'declined';
    const id = param(call, 'id');
    const before = payments.refunds.find(id);
    const refund = payments.settle(id, status, status === 'failed' ? why : null);
    if (refund === undefined) return notFound('refund');
    if (before?.status !== refund.status) {
      const createdAt = typeof at === 'string' ? Date.parse(at) : now();
      const object = refundObject(refund);
      const event = ledger.inTransaction(() => events.add({ type: typeOf(refund), createdAt, object }));
      delivery.announce(event);
    }
    return json(200, refundObject(refund));
  });
}

const typeOf = ({ status }: Refund) => (status === 'failed' ? 'refund.failed' : 'refund.updated');

function notFound(what: string): Reply {
  return refuse(404, `${what}_not_found`, `There is no ${what} with this id.`);
}
