import type { Body } from '@countersign/sandbox/kit';

const SENT_AFTER_MS = 300;
const DELIVERED_AFTER_MS = 900;

/**
 * What has become of a message: `queued`, then `sent`, then `delivered`, by the time that went by. What the admin server
 * wrote into `status` stands instead, so that a test can let one bounce days later, or wait for ever.
 */
export function deliveryOf(message: Body, nowMs: number): { readonly status: string; readonly at: string } {
  const { status, statusAt, createdAt } = message;
  const begun = Date.parse(String(createdAt));
  if (typeof status === 'string') return { status, at: String(statusAt ?? createdAt) };
  const passed = nowMs - begun;
  const at = (ms: number) => new Date(begun + ms).toISOString();
  if (passed >= DELIVERED_AFTER_MS) return { status: 'delivered', at: at(DELIVERED_AFTER_MS) };
  return passed >= SENT_AFTER_MS
    ? { status: 'sent', at: at(SENT_AFTER_MS) }
    : { status: 'queued', at: at(0) };
}

export function withDelivery(message: Body, nowMs: number): Body {
  return { ...message, status: deliveryOf(message, nowMs).status };
}
