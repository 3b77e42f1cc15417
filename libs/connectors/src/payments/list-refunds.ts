import type { Connection } from '../network/connection.js';
import { repeatRead } from '../network/repeat-read.js';
import { fieldsOf, isText, listOf } from '../network/shape.js';
import type { ReadResult } from '../result/read-result.js';
import { withoutBody } from './read-charge.js';
import { type RefundRecord, refundRecordOf } from './refund-record.js';
import { stripeRequest } from './stripe-request.js';

export interface RefundsCreated {
  /** Refunds of charges that name another tenant are left out. */
  readonly tenant: string;
  /** Created at or after this instant and before `to`; the provider counts in whole seconds. */
  readonly from: string;
  readonly to: string;
  /** `next` of the page before. */
  readonly after?: string;
}

export interface RefundPage {
  /** Newest first, failed ones included. */
  readonly refunds: readonly RefundRecord[];
  /** What the next page begins after; only `end` means that everything was read. */
  readonly next: string | 'end';
}

const PAGE_ITEMS = 100;

/** One page of all refunds of a time window. A page that says there is more and holds nothing is no answer. */
export function listRefundsCreated(
  connection: Connection,
  asked: RefundsCreated,
): Promise<ReadResult<RefundPage>> {
  return repeatRead(() => readPage(connection, asked), connection.random);
}

async function readPage(
  connection: Connection,
  { tenant, from, to, after }: RefundsCreated,
): Promise<ReadResult<RefundPage>> {
  const reply = await stripeRequest(connection, (stripe) =>
    stripe.refunds.list({
      created: { gte: secondsOf(from), lt: secondsOf(to) },
      limit: PAGE_ITEMS,
      // The tenant stands on the charge; without it another tenant's refund would look like nobody's.
      expand: ['data.charge'],
      ...(after === undefined ? {} : { starting_after: after }),
    }),
  );
  if (reply.kind !== 'body') return withoutBody(reply);
  const { object, data, has_more: hasMore } = reply.body;
  const items = listOf(data, readListed);
  const last = items?.at(-1)?.refund.refundId;
  if (object !== 'list' || items === undefined || typeof hasMore !== 'boolean') {
    return { outcome: 'no_answer', code: 'wrong_body' };
  }
  // "There is more", and nothing to continue after: asking again would ask for ever.
  if (hasMore && last === undefined) return { outcome: 'no_answer', code: 'wrong_body' };
  return {
    outcome: 'found',
    value: {
      refunds: items.filter((item) => isOf(tenant, item)).map(({ refund }) => refund),
      next: hasMore && last !== undefined ? last : 'end',
    },
    readAt: new Date(connection.now()).toISOString(),
    source: 'payments /v1/refunds',
  };
}

interface Listed {
  readonly refund: RefundRecord;
  readonly tenant: string | undefined;
}

function readListed(item: unknown): Listed | undefined {
  const fields = fieldsOf(item);
  const charge = fieldsOf(fields?.charge);
  // Also read where the provider did not expand it, as it does for a key that may not read charges.
  const refund = refundRecordOf(charge === undefined ? fields : { ...fields, charge: charge.id });
  const tenant = fieldsOf(charge?.metadata)?.tenant;
  return refund === undefined ? undefined : { refund, tenant: isText(tenant) ? tenant : undefined };
}

/** A refund of a charge that names no tenant is everybody's: shown twice is better than shown to nobody. */
const isOf = (tenant: string, { tenant: named }: Listed): boolean => named === undefined || named === tenant;

/** The second that an instant is in. */
const secondsOf = (instant: string): number => Math.floor(Date.parse(instant) / 1000);
