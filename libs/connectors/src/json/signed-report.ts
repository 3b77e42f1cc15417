import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Fields, fieldsOf } from '../network/shape.js';
import type { ReportRefusal } from '../result/target-report.js';

export interface SignedDelivery {
  /** The very bytes that came. */
  readonly body: Uint8Array;
  /** `t=<seconds>,v1=<hex>`; several `v1` while the sender changes its secret. */
  readonly signature: string | undefined;
}

export interface SignedBy {
  /** Every secret that is good now; two while one is being replaced. */
  readonly secrets: readonly string[];
  readonly now: () => number;
}

export type SignedReading =
  | { readonly outcome: 'signed'; readonly fields: Fields }
  | { readonly outcome: 'refused'; readonly code: ReportRefusal };

/** Seconds between a signature and its arrival, either way: a repetition is signed anew. */
const TOLERANCE_S = 300;

/**
 * Reads what a JSON server says by itself, once it is sure who said it: HMAC-SHA256 over the time, a dot and the very
 * bytes. Order of refusals: no signature, not its signature or too old, not an object.
 */
export function readSigned({ body, signature }: SignedDelivery, { secrets, now }: SignedBy): SignedReading {
  if (signature === undefined || signature === '') return refused('signature_missing');
  const parts = signature.split(',').map((part) => part.trim().split('='));
  const seconds = parts.find(([name]) => name === 't')?.[1] ?? '';
  const given = parts.flatMap(([name, value = '']) => (name === 'v1' ? [Buffer.from(value, 'hex')] : []));
  const isFresh = /^\d{1,12}$/.test(seconds) && Math.abs(now() / 1000 - Number(seconds)) <= TOLERANCE_S;
  const isGood = secrets.some((secret) => {
    const own = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
    return given.some((one) => one.length === own.length && timingSafeEqual(one, own));
  });
  if (!isFresh || !isGood) return refused('signature_invalid');
  const fields = parsed(body);
  return fields === undefined ? refused('body_invalid') : { outcome: 'signed', fields };
}

function parsed(body: Uint8Array): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)));
  } catch {
    return undefined;
  }
}

function refused(code: ReportRefusal): SignedReading {
  return { outcome: 'refused', code };
}
