import type { Ledger } from '../ledger/database.js';
import type { Reply } from '../wire/reply.js';
import { json } from '../wire/reply.js';
import type { Call, Route } from '../wire/router.js';
import { param, route } from '../wire/router.js';
import { chargeObject, type Refund, refundObject } from './charge.js';
import { readRefundRequest } from './decide-refund.js';
import type { Form } from './form.js';
import { canonicalForm, metadataOf, parseForm } from './form.js';
import { openIdempotency } from './idempotency.js';
import type { Payments } from './payments.js';
import { missing, requestId, stripeError, wrongParameter } from './stripe-error.js';

const KEY_LENGTH_MAX = 255;

/** The part of Stripe's API that refunds need, with its shapes, codes and idempotency. */
export function refundsApi(payments: Payments, ledger: Ledger, now: () => number): Route[] {
  return [
    route('GET', '/v1/charges/:id', (call) => {
      call.note({ charge: param(call, 'id') });
      const charge = payments.charges.find(param(call, 'id'));
      if (charge === undefined) return stripeError(missing('charge', param(call, 'id'), 'id'));
      return answer(chargeObject(charge));
    }),
    { ...route('POST', '/v1/refunds', createRefund(payments, ledger, now)), holdsItself: true },
    route('GET', '/v1/refunds/:id', (call) => {
      const refund = payments.refunds.find(param(call, 'id'));
      if (refund === undefined) return stripeError(missing('refund', param(call, 'id'), 'id'));
      return answer(refundObject(refund));
    }),
    route('GET', '/v1/refunds', (call) => listRefunds(payments, call)),
  ];
}

function createRefund(payments: Payments, ledger: Ledger, now: () => number) {
  const once = openIdempotency(ledger, now);
  return async (call: Call): Promise<Reply> => {
    const form = parseForm(call.body);
    const key = keyOf(call);
    noteRequest(call, form, key);
    if (key !== null && key.length > KEY_LENGTH_MAX) {
      const message = `Idempotency keys are at most ${KEY_LENGTH_MAX} characters.`;
      return stripeError(wrongParameter('parameter_invalid_string', 'Idempotency-Key', message));
    }
    const work = () => applyRefund(payments, { call, form, key });
    if (key !== null) {
      const request = `POST /v1/refunds ${canonicalForm(form)}`;
      return once({ key, request, work, hold: call.hold });
    }
    await call.hold();
    return ledger.inTransaction(work).reply;
  };
}

function keyOf(call: Call): string | null {
  const header = call.headers['idempotency-key'];
  return typeof header === 'string' && header !== '' ? header : null;
}

function noteRequest(call: Call, form: Form, key: string | null): void {
  const amount = form.get('amount');
  call.note({
    key,
    operationId: metadataOf(form).operation_id ?? null,
    amountMinor: amount !== undefined && /^\d{1,15}$/.test(amount) ? Number(amount) : null,
    currency: form.get('currency')?.toUpperCase() ?? null,
    charge: form.get('charge') ?? null,
  });
}

function applyRefund(
  payments: Payments,
  { call, form, key }: { call: Call; form: Form; key: string | null },
) {
  const request = readRefundRequest(form);
  if ('refused' in request) return { reply: stripeError(request.refused), keep: false };
  const outcome = payments.refund(request, { key, callId: call.id, channel: 'api' });
  if ('refused' in outcome) return { reply: stripeError(outcome.refused), keep: !outcome.broken };
  const { refund } = outcome;
  call.note({ effect: refund.id, amountMinor: refund.amountMinor, currency: refund.currency.toUpperCase() });
  return { reply: answer(refundObject(refund)), keep: true };
}

const PAGE = { fewest: 1, usual: 10, most: 100 };

function listRefunds(payments: Payments, { query, note }: Call): Reply {
  const limit = Number(query.get('limit') ?? PAGE.usual);
  if (!Number.isInteger(limit) || limit < PAGE.fewest || limit > PAGE.most) {
    return stripeError(wrongParameter('parameter_invalid_integer', 'limit', 'limit must be from 1 to 100.'));
  }
  const charge = query.get('charge');
  note({ charge });
  if (charge !== null && payments.charges.find(charge) === undefined) {
    return stripeError(missing('charge', charge, 'charge'));
  }
  const startingAfter = query.get('starting_after');
  if (startingAfter !== null && payments.refunds.find(startingAfter) === undefined) {
    return stripeError(missing('refund', startingAfter, 'starting_after'));
  }
  const window = readWindow(query);
  if ('refused' in window) return stripeError(window.refused);
  const { refunds, hasMore } = payments.refunds.page({ charge, limit, startingAfter, ...window });
  const shown = query.getAll('expand[0]').includes('data.charge') ? withCharge(payments) : refundObject;
  return answer({ object: 'list', data: refunds.map(shown), has_more: hasMore, url: '/v1/refunds' });
}

/** `created[gte]` and `created[lt]` in whole seconds, as Stripe counts. */
function readWindow(query: URLSearchParams) {
  const gte = query.get('created[gte]');
  const lt = query.get('created[lt]');
  const odd = [gte, lt].find((value) => value !== null && !/^\d{1,12}$/.test(value));
  if (odd !== undefined) {
    const message = 'created is compared with whole seconds.';
    return { refused: wrongParameter('parameter_invalid_integer', 'created', message) };
  }
  const ms = (seconds: string | null) => (seconds === null ? null : Number(seconds) * 1000);
  return { createdFrom: ms(gte), createdBefore: ms(lt) };
}

function withCharge({ charges }: Payments) {
  return (refund: Refund) => {
    const charge = charges.find(refund.charge);
    return charge === undefined
      ? refundObject(refund)
      : { ...refundObject(refund), charge: chargeObject(charge) };
  };
}

function answer(value: unknown): Reply {
  return json(200, value, { 'request-id': requestId() });
}
