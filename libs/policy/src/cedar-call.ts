import type {
  Context,
  EntityJson,
  StatefulAuthorizationCall,
  TypeAndId,
} from '@cedar-policy/cedar-wasm/nodejs';
import type { PolicySet } from './policy-set.js';
import type { KnownMinor, PolicyRequest } from './request.js';

const entityTypes = { customer: 'Customer', specialist: 'Specialist', agent: 'Agent', staff: 'Staff' };

/**
 * Builds the question field by field. Nothing is copied over whole, so a field somebody adds to a request (a
 * note, a reason, a model's sentence) does not reach the rules.
 */
export function cedarCall(set: PolicySet, request: PolicyRequest): StatefulAuthorizationCall {
  const principal = uid(entityTypes[request.principal.kind], request.tenant, request.principal.id);
  const resource = uid('Order', request.resource.tenant, request.resource.orderId);
  return {
    principal,
    action: { type: 'Action', id: request.action },
    resource,
    context: contextOf(set, request),
    entities: [principalEntity(principal, request), orderEntity(resource, request)],
    preparsedPolicySetId: set.hash,
    preparsedSchemaName: set.hash,
    validateRequest: true,
  };
}

function contextOf(set: PolicySet, request: PolicyRequest): Context {
  const { facts, currency } = request;
  const { refunds, agentsMayProposeFor } = set.limits;
  return {
    onBehalfOf: { __entity: uid('Customer', request.tenant, request.onBehalfOf) },
    agentsMayPropose: agentsMayProposeFor.includes(request.action),
    amountMinor: request.amountMinor,
    currency,
    insideWindow: word(facts.insideWindow),
    unopened: facts.unopened,
    unopenedBasis: facts.unopenedBasis,
    disputed: word(facts.disputed),
    ...known('capturedMinor', facts.capturedMinor),
    ...known('refundedMinor', facts.refundedMinor),
    ...known('heldMinor', facts.heldMinor),
    ...known('earlierMinor', facts.earlierMinor ?? sum(facts.refundedMinor, facts.heldMinor)),
    ...known('automaticUpToMinor', refunds.automaticUpToMinor.get(currency) ?? 'unknown'),
    ...known('consentUpToMinor', refunds.consentUpToMinor.get(currency) ?? 'unknown'),
  };
}

function principalEntity(entity: TypeAndId, request: PolicyRequest): EntityJson {
  return { uid: entity, attrs: { tenant: request.tenant, roles: [...request.principal.roles] }, parents: [] };
}

function orderEntity(entity: TypeAndId, { resource }: PolicyRequest): EntityJson {
  const { tenant, status, currency } = resource;
  const customer = { __entity: uid('Customer', tenant, resource.customerId) };
  return { uid: entity, attrs: { tenant, status, currency, customer }, parents: [] };
}

/** The tenant is part of every identity, so the same name in two tenants is two people. */
function uid(type: string, tenant: string, id: string): TypeAndId {
  return { type, id: JSON.stringify([tenant, id]) };
}

function word(fact: boolean | 'unknown'): string {
  if (fact === 'unknown') return 'unknown';
  return fact ? 'yes' : 'no';
}

function known(name: string, amount: KnownMinor): Record<string, number> {
  return amount === 'unknown' ? {} : { [name]: amount };
}

function sum(a: KnownMinor, b: KnownMinor): KnownMinor {
  return a === 'unknown' || b === 'unknown' ? 'unknown' : a + b;
}
