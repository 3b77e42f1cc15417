import type { Connection } from '../network/connection.js';
import { repeatRead } from '../network/repeat-read.js';
import { listOf } from '../network/shape.js';
import type { NoAnswer, ReadResult } from '../result/read-result.js';
import { type ChargeRecord, chargeRecordOf, type Listing, versionOf } from './charge-record.js';
import { type RefundRecord, refundRecordOf } from './refund-record.js';
import { type StripeReply, stripeRequest } from './stripe-request.js';

const PAGE_ITEMS = 100;
/** A charge with more than 2,000 refunds is not one that this system should decide about. */
const PAGES_MAX = 20;
const CHARGE_ID = /^[A-Za-z0-9_]{1,255}$/;

/** The refunds of a charge and then the charge, so that a refund made in between shows as a difference. */
export function readCharge(connection: Connection, chargeId: string): Promise<ReadResult<ChargeRecord>> {
  if (!CHARGE_ID.test(chargeId)) return Promise.resolve({ outcome: 'not_found' });
  return repeatRead(() => readOnce(connection, chargeId), connection.random);
}

async function readOnce(connection: Connection, chargeId: string): Promise<ReadResult<ChargeRecord>> {
  const listing = await listRefunds(connection, chargeId);
  if ('outcome' in listing) return listing;
  const reply = await stripeRequest(connection, (stripe) => stripe.charges.retrieve(chargeId));
  if (reply.kind !== 'body') return withoutBody(reply);
  const value = chargeRecordOf(reply.body, listing);
  if (value === undefined || value.chargeId !== chargeId) return { outcome: 'no_answer', code: 'wrong_body' };
  const readAt = new Date(connection.now()).toISOString();
  return {
    outcome: 'found',
    value,
    readAt,
    source: `payments /v1/charges/${chargeId}`,
    version: versionOf(value),
  };
}

async function listRefunds(
  connection: Connection,
  chargeId: string,
): Promise<Listing | NoAnswer | { readonly outcome: 'not_found' }> {
  const refunds: RefundRecord[] = [];
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const last = refunds.at(-1)?.refundId;
    const reply = await stripeRequest(connection, (stripe) =>
      stripe.refunds.list({
        charge: chargeId,
        limit: PAGE_ITEMS,
        ...(last === undefined ? {} : { starting_after: last }),
      }),
    );
    if (reply.kind !== 'body') return withoutBody(reply);
    const { object, data, has_more: hasMore } = reply.body;
    const items = listOf(data, refundRecordOf);
    if (object !== 'list' || items === undefined || typeof hasMore !== 'boolean') {
      return { outcome: 'no_answer', code: 'wrong_body' };
    }
    refunds.push(...items);
    if (!hasMore) return { refunds, complete: true };
    // "There is more", and nothing to continue after: asking again would ask for ever.
    if (items.length === 0) return { refunds, complete: false };
  }
  return { refunds, complete: false };
}

/** What an answer without a body means for whoever asked. */
export function withoutBody(
  reply: Exclude<StripeReply, { kind: 'body' }>,
): NoAnswer | { readonly outcome: 'not_found' } {
  if (reply.kind === 'failed') return { outcome: 'no_answer', code: reply.failure };
  if (reply.kind === 'foreign') {
    return { outcome: 'no_answer', code: reply.status >= 500 ? 'server_error' : 'wrong_body' };
  }
  const { status, code, retryAfterMs } = reply;
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (status === 404 && code === 'resource_missing') return { outcome: 'not_found' };
  if (status === 429) return { outcome: 'no_answer', code: 'rate_limited', ...wait };
  if (status === 401 || status === 403) return { outcome: 'no_answer', code: 'not_authorized' };
  if (status >= 500) return { outcome: 'no_answer', code: 'server_error', ...wait };
  return { outcome: 'no_answer', code: 'refused' };
}
