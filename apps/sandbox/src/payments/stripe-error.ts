import { randomUUID } from 'node:crypto';
import type { Refuse, Reply } from '../wire/reply.js';
import { json } from '../wire/reply.js';

export interface StripeRefusal {
  status: number;
  type: 'invalid_request_error' | 'idempotency_error' | 'api_error';
  code?: string;
  param?: string;
  message: string;
}

/** An error object as Stripe words it, with the number of the request that support would ask for. */
export function stripeError({ status, ...error }: StripeRefusal): Reply {
  return json(status, { error }, { 'request-id': requestId() });
}

export const refuseLikeStripe: Refuse = (status, code, message) =>
  stripeError({ status, type: status >= 500 ? 'api_error' : 'invalid_request_error', code, message });

export function missing(what: string, id: string, param: string): StripeRefusal {
  const message = `No such ${what}: '${id}'`;
  return { status: 404, type: 'invalid_request_error', code: 'resource_missing', param, message };
}

/** A parameter that is wrong whatever the state of the charge is. */
export function wrongParameter(code: string, param: string, message: string): StripeRefusal {
  return { status: 400, type: 'invalid_request_error', code, param, message };
}

export function requestId(): string {
  return `req_${randomUUID().replaceAll('-', '').slice(0, 14)}`;
}
