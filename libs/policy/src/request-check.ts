import { exponentOf } from '@countersign/domain';
import type { PolicySet } from './policy-set.js';
import type { PolicyRequest } from './request.js';

const kinds = ['customer', 'agent', 'staff', 'specialist'];

/**
 * What the types promise, looked at again, because a request may come from a stored event: an amount that is
 * not a whole number of minor units, or an identity that is empty, is refused here with the field's name.
 */
export function requestProblem(set: PolicySet, request: PolicyRequest): string | undefined {
  const { principal, resource, facts } = request;
  const texts = { tenant: request.tenant, 'principal.id': principal.id, onBehalfOf: request.onBehalfOf };
  const targets = { 'resource.type': resource.type, 'resource.id': resource.id };
  for (const [field, value] of Object.entries({
    ...texts,
    ...targets,
    'resource.customerId': resource.customerId,
  })) {
    if (typeof value !== 'string' || value === '') return `${field} is empty`;
  }
  if (!kinds.includes(principal.kind)) return 'principal.kind is not known';
  if (!set.shapes.has(request.action)) return 'action is not known';
  return amountProblem(request) ?? factProblem(facts);
}

function amountProblem({ amountMinor, currency }: PolicyRequest): string | undefined {
  if (amountMinor === undefined && currency === undefined) return undefined;
  if (currency === undefined || exponentOf(currency) === undefined) return 'currency is not an ISO 4217 code';
  return Number.isSafeInteger(amountMinor) ? undefined : 'amountMinor is not a whole number of minor units';
}

function factProblem(facts: PolicyRequest['facts']): string | undefined {
  for (const [field, value] of Object.entries(facts)) {
    const isAmount = field.endsWith('Minor') && value !== 'unknown';
    if (isAmount && !(typeof value === 'number' && value >= 0)) return `${field} is not a whole number`;
    if (typeof value === 'number' && !Number.isSafeInteger(value)) return `${field} is not a whole number`;
  }
  return undefined;
}
