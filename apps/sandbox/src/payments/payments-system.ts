import type { CallRecord, Calls } from '../ledger/calls.js';
import { openCalls } from '../ledger/calls.js';
import type { Ledger } from '../ledger/database.js';
import { withKey } from '../wire/router.js';
import type { System } from '../wire/system.js';
import type { Charge } from './charge.js';
import { openDisputes } from './disputes.js';
import { openPayments } from './payments.js';
import { paymentsAdmin } from './payments-admin.js';
import type { RecordedRefund } from './refunds.js';
import { refundsApi } from './refunds-api.js';
import { refuseLikeStripe } from './stripe-error.js';
import { openWebhookDelivery } from './webhook-delivery.js';
import { openWebhookEvents } from './webhook-events.js';
import { webhooksAdmin } from './webhooks-admin.js';

export interface PaymentsOptions {
  key: string;
  /** A restricted key that reads and can change nothing. */
  readKey: string;
  now: () => number;
  seed: (nowMs: number) => Charge[];
  webhook?: { url: string; secret: string } | undefined;
}

/** The payment provider, compatible with Stripe as far as refunds go. */
export function paymentsSystem(
  ledger: Ledger,
  { key, readKey, now, seed, webhook }: PaymentsOptions,
): System {
  const payments = openPayments(ledger, { now, seed });
  const told = { events: openWebhookEvents(ledger), delivery: openWebhookDelivery(now) };
  if (webhook !== undefined) told.delivery.point({ ...webhook, hold: false });
  const calls = openCalls(ledger.calls);
  const words = refuseLikeStripe;
  return {
    name: 'payments',
    refuse: words,
    calls,
    effects: () => effectsOf(payments.refunds.all(), calls),
    reset: () => payments.reset(),
    close: () => {
      told.delivery.close();
      ledger.close();
    },
    routes: refundsApi(payments, ledger, now).map((each) => ({
      ...each,
      handle: withKey(each.method === 'GET' ? [key, readKey] : key, each.handle, words),
    })),
    adminRoutes: [
      ...paymentsAdmin({ payments, ledger, disputes: openDisputes(ledger), ...told, now }),
      ...webhooksAdmin(told),
    ],
  };
}

/** Every refund there is, with the call that made it: what money moved, not what was asked. */
function effectsOf(refunds: RecordedRefund[], calls: Calls) {
  const byId = new Map<number | null, CallRecord>(calls.list().map((call) => [call.id, call]));
  return refunds.map((refund) => {
    const call = byId.get(refund.callId);
    return {
      at: new Date(refund.createdAt).toISOString(),
      system: 'payments',
      method: call?.method ?? null,
      route: call?.route ?? null,
      key: refund.key,
      operationId: refund.metadata.operation_id ?? null,
      amountMinor: refund.amountMinor,
      currency: refund.currency.toUpperCase(),
      charge: refund.charge,
      effect: refund.id,
      status: refund.status,
      channel: refund.channel,
      callId: refund.callId,
      fault: call?.fault ?? null,
      answered: call?.answered ?? false,
    };
  });
}
