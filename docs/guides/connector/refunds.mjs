// A connector, whole: refunds at a payment provider, with nothing but fetch. It has two functions. `execute` sends one
// request and says what is known of it; `findOutcome` asks the target by the operation id and changes nothing.

/** The provider remembers a key for a day. An hour is left for clocks, and for the request to arrive. */
export const KEY_LIFE_MS = 23 * 3_600_000;
/** How long after the last send a request may still be on its way into the provider's books. */
const SETTLE_WINDOW_MS = 60_000;

/** @param {{ baseUrl: string, key: string, timeoutMs: number }} connection */
export function refundConnector(connection) {
  return {
    execute: (operationId, action, sending) => execute(connection, { operationId, action, sending }),
    findOutcome: (operationId, action, lastSentAt) =>
      findOutcome(connection, { operationId, action, lastSentAt }),
  };
}

async function execute(connection, { operationId, action, sending }) {
  // Both comparisons are written so that an instant that cannot be read never lets a request out.
  if (sending.firstSentAt !== 'never' && !(Date.now() - Date.parse(sending.firstSentAt) < KEY_LIFE_MS)) {
    return { class: 'unknown', code: 'key_life_over' };
  }
  if (!(Date.now() < Date.parse(sending.sendBefore))) return { class: 'transient', code: 'send_window_over' };
  // Nothing in here changes between attempts: a repeat is the same bytes under the same key.
  const body = new URLSearchParams({
    charge: action.target.id,
    amount: String(action.money.amountMinor),
    'metadata[operation_id]': operationId,
    'metadata[currency]': action.money.currency,
  });
  const reply = await ask(connection, '/v1/refunds', { method: 'POST', body, key: operationId });
  return resultOf(reply, action, operationId);
}

/** Only what says "not applied" in the provider's own words is not unknown. */
function resultOf(reply, action, operationId) {
  if (reply.failure === 'unreachable') return { class: 'transient', code: 'unreachable' };
  if (reply.failure !== undefined) return { class: 'unknown', code: reply.failure };
  const { status, json, retryAfterMs } = reply;
  const error = json?.error;
  if (status === 200 && isRefund(json)) return confirmed(json, action, operationId);
  if (error === undefined) return { class: 'unknown', code: 'wrong_body' };
  if (status === 429 || status === 503) {
    return { class: 'transient', code: 'not_accepted', ...(retryAfterMs > 0 ? { retryAfterMs } : {}) };
  }
  // A request with this very key is running now: its effect may be about to happen.
  if (status === 409) return { class: 'unknown', code: 'already_in_progress' };
  if (status >= 400 && status < 500) {
    return { class: 'rejected', code: error.code ?? error.type, message: String(error.message) };
  }
  return { class: 'unknown', code: 'server_error' };
}

/** A 200 is evidence only of the refund that was asked for. */
function confirmed(refund, action, operationId) {
  const isOurs = refund.metadata.operation_id === operationId && isSameMoney(refund, action);
  if (!isOurs) return { class: 'unknown', code: 'receipt_differs' };
  return { class: 'succeeded', receipt: receiptOf(refund) };
}

async function findOutcome(connection, { operationId, action, lastSentAt }) {
  const charge = action.target.id;
  const asked = `refunds of ${charge} with operation ${operationId}`;
  const startedAtMs = Date.now();
  const reply = await ask(connection, `/v1/refunds?charge=${encodeURIComponent(charge)}&limit=100`, {});
  const noAnswer = (code) => ({ outcome: 'no_answer', code, asked });
  if (reply.failure !== undefined) return noAnswer(reply.failure);
  const { status, json } = reply;
  // A 404 proves nothing either: a key of another account sees no charge.
  if (status !== 200 || json?.object !== 'list' || !json.data?.every(isRefund)) return noAnswer('wrong_body');
  const ours = json.data.filter((refund) => refund.metadata.operation_id === operationId);
  const complete = json.has_more === false;
  const look = { source: 'payments /v1/refunds', asked, readAt: new Date().toISOString(), complete };
  const evidence = (why) => ({ ...look, found: ours.map(receiptOf), why });
  if (ours.length > 0) {
    const matches = ours.length === 1 && isSameMoney(ours[0], action);
    const outcome = !matches ? 'contradicts' : ours[0].status === 'failed' ? 'undone' : 'happened';
    return { outcome, evidence: evidence(`found ${ours.length} refund(s) of the operation`) };
  }
  if (!complete) return noAnswer('listing_incomplete');
  const settledAtMs = Date.parse(lastSentAt) + SETTLE_WINDOW_MS;
  if (!(startedAtMs > settledAtMs)) return noAnswer('too_early');
  // Why nothing found may be believed; without it nobody believes it.
  const absence = {
    basis: 'whole_listing',
    recordsRead: json.data.length,
    lastSentAt,
    settledAt: new Date(settledAtMs).toISOString(),
  };
  const why = 'none in the whole listing, and the last send is settled';
  return { outcome: 'absent', evidence: { ...evidence(why), absence } };
}

const isRefund = (value) => value?.object === 'refund' && typeof value.metadata === 'object';

const isSameMoney = (refund, { money }) =>
  refund.amount === money.amountMinor && refund.currency === money.currency.toLowerCase();

const receiptOf = ({ id, amount, currency, status }) => ({
  reference: id,
  amountMinor: amount,
  currency: currency.toUpperCase(),
  settled: status === 'succeeded' ? 'settled' : status === 'failed' ? 'failed' : 'pending',
  details: { status },
});

/** One request, read whole or not at all, within the time-out. Never thrown, and never repeated here. */
async function ask({ baseUrl, key, timeoutMs }, path, { method = 'GET', body, key: idempotencyKey }) {
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        authorization: `Bearer ${key}`,
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
    });
    const text = await response.text();
    const retryAfterMs = Number(response.headers.get('retry-after') ?? 0) * 1000;
    return { status: response.status, json: parsed(text), retryAfterMs };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

/** Only a connection that was never made proves that nothing was sent. */
function failureOf(error) {
  if (error.name === 'TimeoutError') return 'timeout';
  return error.cause?.syscall === 'connect' ? 'unreachable' : 'connection_lost';
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
