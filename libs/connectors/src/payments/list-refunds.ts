import type { UnreadableRecord } from '@countersign/domain';
import type { Connection } from '../network/connection.js';
import { lastIdOf, readRecords } from '../network/read-records.js';
import { repeatRead } from '../network/repeat-read.js';
import { type Fields, fieldsOf, isCount, isText } from '../network/shape.js';
import type { ReadResult } from '../result/read-result.js';
import { withoutBody } from './read-charge.js';
import { lastSecond, type RefundRecord, readRefundRecord } from './refund-record.js';
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
  /** What is in the listing and could not be understood; nothing is concluded from it, and nothing from its absence. */
  readonly unreadable: readonly UnreadableRecord[];
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
  if (object !== 'list' || !Array.isArray(data) || typeof hasMore !== 'boolean') {
    return { outcome: 'no_answer', code: 'wrong_body' };
  }
  const last = lastIdOf(data, reader);
  // "There is more", and nothing to continue after: asking again would ask for ever.
  if (hasMore && last === undefined) return { outcome: 'no_answer', code: 'wrong_body' };
  const { read: refunds, unreadable } = readRecords(
    data.filter((item) => isOf(tenant, item)),
    reader,
    { from, to },
  );
  return {
    outcome: 'found',
    value: { refunds, unreadable, next: hasMore && last !== undefined ? last : 'end' },
    readAt: new Date(connection.now()).toISOString(),
    source: 'payments /v1/refunds',
  };
}

const reader = {
  read: (item: Fields) => readRefundRecord(flat(item)),
  known: ({ id, metadata, created }: Fields) => ({
    id,
    operationId: fieldsOf(metadata)?.operation_id,
    at: isCount(created) && created <= lastSecond ? new Date(created * 1000).toISOString() : undefined,
  }),
};

/** Also read where the provider did not expand the charge, as it does for a key that may not read charges. */
function flat(item: Fields): Fields {
  const charge = fieldsOf(item.charge);
  return charge === undefined ? item : { ...item, charge: charge.id };
}

/** A refund of a charge that names no tenant is everybody's: shown twice is better than shown to nobody. */
function isOf(tenant: string, item: unknown): boolean {
  const named = fieldsOf(fieldsOf(fieldsOf(item)?.charge)?.metadata)?.tenant;
  return !isText(named) || named === tenant;
}

/** The second that an instant is in. */
const secondsOf = (instant: string): number => Math.floor(Date.parse(instant) / 1000);
