import { createHmac } from 'node:crypto';
import type { WebhookEvent } from './webhook-events.js';
import { eventObject } from './webhook-events.js';

/** Where the provider tells what it has to say, and the secret it signs with. */
export interface WebhookEndpoint {
  url: string;
  secret: string;
  /** Nothing is sent until somebody says what and in which order. */
  hold: boolean;
}

export interface Delivery {
  event: string;
  at: string;
  /** The status that was answered, or why there was none. */
  answer: number | string;
}

export interface WebhookDelivery {
  point(endpoint: WebhookEndpoint | undefined): void;
  endpoint(): WebhookEndpoint | undefined;
  /** By itself, as long as it is not answered with 2xx, a few times; nothing while it is held or points nowhere. */
  announce(event: WebhookEvent): void;
  /** Once, now, whatever was sent before; `secret` signs with another one than the endpoint's. */
  send(event: WebhookEvent, secret?: string): Promise<Delivery>;
  deliveries(): Delivery[];
  close(): void;
}

const TRIES_MAX = 6;
const FIRST_WAIT_MS = 200;
const ANSWER_WITHIN_MS = 10_000;

export function openWebhookDelivery(now: () => number): WebhookDelivery {
  let endpoint: WebhookEndpoint | undefined;
  const deliveries: Delivery[] = [];
  const closing = new AbortController();
  const timers = new Set<NodeJS.Timeout>();

  const send = async (event: WebhookEvent, secret?: string): Promise<Delivery> => {
    const answer = await post(event, { endpoint, secret, now, signal: closing.signal });
    const delivery = { event: event.id, at: new Date(now()).toISOString(), answer };
    deliveries.push(delivery);
    return delivery;
  };
  const attempt = async (event: WebhookEvent, tries: number): Promise<void> => {
    if (endpoint === undefined || endpoint.hold || closing.signal.aborted) return;
    const { answer } = await send(event);
    const isTaken = typeof answer === 'number' && answer >= 200 && answer < 300;
    if (isTaken || tries >= TRIES_MAX || closing.signal.aborted) return;
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        void attempt(event, tries + 1);
      },
      FIRST_WAIT_MS * 2 ** (tries - 1),
    );
    timers.add(timer);
  };
  return {
    point: (to) => {
      endpoint = to;
    },
    endpoint: () => endpoint,
    announce: (event) => void attempt(event, 1),
    send,
    deliveries: () => [...deliveries],
    close: () => {
      closing.abort();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

interface Posting {
  endpoint: WebhookEndpoint | undefined;
  secret: string | undefined;
  now: () => number;
  signal: AbortSignal;
}

async function post(
  event: WebhookEvent,
  { endpoint, secret, now, signal }: Posting,
): Promise<number | string> {
  if (endpoint === undefined) return 'no endpoint';
  const body = JSON.stringify(eventObject(event));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': signatureOf(body, secret ?? endpoint.secret, Math.floor(now() / 1000)),
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
  };
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
  try {
    const response = await fetch(endpoint.url, { method: 'POST', headers, body, signal: limit });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    return error instanceof Error ? error.message : 'failed';
  }
}

/** Stripe's scheme: HMAC-SHA256 over the time, a dot and the very bytes that are sent. */
function signatureOf(body: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}
