import { exponentOf } from '@countersign/domain';
import type { PolicyRequest } from './request.js';

const kinds = ['customer', 'agent', 'staff', 'specialist'];

/**
 * What the types promise, looked at again, because a request may come from a stored event: an amount that is
 * not a whole number of minor units, or an identity that is empty, is refused here with the field's name.
 */
export function requestProblem(request: PolicyRequest): string | undefined {
  const { principal, resource, facts } = request;
  const texts = { tenant: request.tenant, 'principal.id': principal.id, onBehalfOf: request.onBehalfOf };
  const targets = { orderId: resource.orderId, customerId: resource.customerId, chargeId: resource.chargeId };
  for (const [field, value] of Object.entries({ ...texts, ...targets })) {
    if (typeof value !== 'string' || value === '') return `${field} is empty`;
  }
  if (!kinds.includes(principal.kind)) return 'principal.kind is not known';
  if (request.action !== 'refund.create') return 'action is not known';
  if (exponentOf(request.currency) === undefined) return 'currency is not an ISO 4217 code';
  if (!Number.isSafeInteger(request.amountMinor)) return 'amountMinor is not a whole number of minor units';
  const { capturedMinor, refundedMinor, heldMinor, earlierMinor = 0 } = facts;
  for (const [field, value] of Object.entries({ capturedMinor, refundedMinor, heldMinor, earlierMinor })) {
    if (value !== 'unknown' && !(Number.isSafeInteger(value) && value >= 0))
      return `${field} is not a whole number`;
  }
  return undefined;
}
