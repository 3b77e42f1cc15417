import type { OperationId } from '@countersign/domain';
import type { ExecutionResult } from '../result/execution-result.js';
import { refundRecordOf } from './refund-record.js';
import type { StripeReply } from './stripe-request.js';

/** What the provider confirmed. Accepted is not settled: see `settled` (C21). */
export interface RefundReceipt {
  readonly refundId: string;
  readonly operationId: OperationId;
  readonly chargeId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly status: string;
  readonly settled: 'settled' | 'pending';
}

export interface RefundAsked {
  readonly operationId: OperationId;
  readonly chargeId: string;
  readonly amountMinor: number;
  readonly currency: string;
}

type Outcome = ExecutionResult<RefundReceipt>;
type Row = readonly [
  what: string,
  holds: (reply: StripeReply) => boolean,
  then: (reply: StripeReply) => Outcome,
];

const failed = (failure: string) => (reply: StripeReply) =>
  reply.kind === 'failed' && reply.failure === failure;
const status =
  (...codes: readonly number[]) =>
  (reply: StripeReply) =>
    reply.kind === 'error' && codes.includes(reply.status);
const coded =
  (...codes: readonly string[]) =>
  (reply: StripeReply) =>
    reply.kind === 'error' && codes.includes(reply.code ?? '');
const typed = (type: string) => (reply: StripeReply) => reply.kind === 'error' && reply.type === type;

/**
 * What each answer to a refund request means; the first row that holds decides. Money may have moved unless a
 * row can say why it has not. A 409 is unknown, not transient: it says that an earlier request with this very
 * key is running now, so the effect may be about to happen. A 503 counts as "not accepted" only in the
 * provider's own words; from a proxy nobody knows how far the request had come.
 */
const TABLE: readonly Row[] = [
  ['never connected', failed('unreachable'), () => ({ class: 'transient', code: 'unreachable' })],
  ['no answer in time', failed('timeout'), () => unknown('timeout')],
  ['cut while waiting', failed('connection_lost'), () => unknown('connection_lost')],
  ['same key in progress', coded('idempotency_key_in_use'), () => unknown('already_in_progress')],
  ['any other conflict', status(409), () => unknown('already_in_progress')],
  ['same key, other parameters', typed('idempotency_error'), rejected('idempotency_parameters_differ')],
  ['key wrong or not entitled', status(401, 403), rejected('not_authorized')],
  ['too many requests', status(429), transient('rate_limited')],
  ['too many requests, older form', coded('rate_limit'), transient('rate_limited')],
  ['not accepted now', status(503), transient('unavailable')],
  ['refused for good', status(400, 402, 404, 422), rejected()],
  ['any other error in its words', (reply) => reply.kind === 'error', () => unknown('server_error')],
  [
    '5xx in other words or none',
    (reply) => reply.kind === 'foreign' && reply.status >= 500,
    () => unknown('server_error'),
  ],
  ['anything else that is not an answer', () => true, () => unknown('wrong_body')],
];

/** The result class of one answer, for the refund that was asked for. */
export function refundOutcome(reply: StripeReply, asked: RefundAsked): Outcome {
  if (reply.kind === 'body') return confirmed(reply.body, asked);
  const [, , then] = TABLE.find(([, holds]) => holds(reply)) ?? [];
  return then?.(reply) ?? unknown('wrong_body');
}

/** A 2xx is evidence only if it is about the refund that was asked for, to the minor unit. */
function confirmed(body: unknown, asked: RefundAsked): Outcome {
  const refund = refundRecordOf(body);
  if (refund === undefined) return unknown('wrong_body');
  const isAsked =
    refund.operationId === asked.operationId &&
    refund.chargeId === asked.chargeId &&
    refund.amountMinor === asked.amountMinor &&
    refund.currency === asked.currency;
  if (!isAsked) return unknown('receipt_differs');
  const { refundId, status: word, settled } = refund;
  if (settled === 'no')
    return { class: 'rejected', code: `refund_${word}`, message: `Refund ${refundId} is ${word}.` };
  return { class: 'succeeded', receipt: { refundId, ...asked, status: word, settled } };
}

function unknown(code: Extract<Outcome, { class: 'unknown' }>['code']): Outcome {
  return { class: 'unknown', code };
}

function transient(code: 'rate_limited' | 'unavailable') {
  return (reply: StripeReply): Outcome => {
    const wait = reply.kind === 'error' ? reply.retryAfterMs : undefined;
    return { class: 'transient', code, ...(wait === undefined ? {} : { retryAfterMs: wait }) };
  };
}

/** The given code, or the provider's own: `charge_disputed`, `charge_already_refunded`, `amount_too_large` … */
function rejected(fixed?: string) {
  return (reply: StripeReply): Outcome => {
    const { code: said = '', message = '' } = reply.kind === 'error' ? reply : {};
    const code = fixed ?? (/^[a-z][a-z0-9_]{0,63}$/.test(said) ? said : 'request_refused');
    return { class: 'rejected', code, message: message.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 300) };
  };
}
