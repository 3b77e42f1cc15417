import type {
  CedarValueJson,
  Context,
  EntityJson,
  StatefulAuthorizationCall,
  TypeAndId,
} from '@cedar-policy/cedar-wasm/nodejs';
import type { AttributeShape, Attributes } from './action-shape.js';
import type { Limit } from './limits.js';
import type { PolicySet } from './policy-set.js';
import { setOf } from './preparsed.js';
import type { PolicyFact, PolicyRequest } from './request.js';

const entityTypes = { customer: 'Customer', specialist: 'Specialist', agent: 'Agent', staff: 'Staff' };

/**
 * Builds the question field by field, by the names of the schema. Nothing is copied over whole, so a field somebody
 * adds to a request (a note, a reason, a model's sentence) does not reach the rules.
 */
export function cedarCall(set: PolicySet, request: PolicyRequest): StatefulAuthorizationCall {
  const { type, tenant, id } = request.resource;
  const principal = uid(entityTypes[request.principal.kind], request.tenant, request.principal.id);
  const resource = uid(type, tenant, id);
  return {
    principal,
    action: { type: 'Action', id: request.action },
    resource,
    context: contextOf(set, request),
    entities: [principalEntity(principal, request), resourceEntity(set, resource, request)],
    preparsedPolicySetId: setOf(set.hash, request.action),
    preparsedSchemaName: set.hash,
    validateRequest: true,
  };
}

/** What the engine itself says stands before a limit, and a limit before a fact of the same name. */
function contextOf(set: PolicySet, request: PolicyRequest): Context {
  const { action, amountMinor, currency } = request;
  const limits = set.sections.get(set.capabilityOf.get(action) ?? '')?.limits ?? {};
  const own: Readonly<Record<string, CedarValueJson | undefined>> = {
    onBehalfOf: { __entity: uid('Customer', request.tenant, request.onBehalfOf) },
    agentsMayPropose: set.agentsMayProposeFor.includes(action),
    compensates: request.compensates ?? false,
    follows: request.follows ?? false,
    amountMinor,
    currency,
  };
  return chosen(set.shapes.get(action)?.context ?? new Map(), (name, shape) => {
    if (name in own) return own[name];
    const limit = limits[name];
    return valueFor(limit === undefined ? request.facts[name] : limitFor(limit, currency), shape);
  });
}

function principalEntity(entity: TypeAndId, request: PolicyRequest): EntityJson {
  return { uid: entity, attrs: { tenant: request.tenant, roles: [...request.principal.roles] }, parents: [] };
}

function resourceEntity(set: PolicySet, entity: TypeAndId, { action, resource }: PolicyRequest): EntityJson {
  const { tenant, customerId, attributes } = resource;
  const declared = set.shapes.get(action)?.resources.get(resource.type) ?? new Map();
  const attrs = chosen(declared, (name, shape) => {
    if (name === 'tenant') return tenant;
    if (shape.type === 'Customer') return { __entity: uid('Customer', tenant, customerId) };
    return valueFor(attributes[name], shape);
  });
  return { uid: entity, attrs, parents: [] };
}

function chosen(
  declared: Attributes,
  value: (name: string, shape: AttributeShape) => CedarValueJson | undefined,
): Record<string, CedarValueJson> {
  const found: Record<string, CedarValueJson> = {};
  for (const [name, shape] of declared) {
    const known = value(name, shape);
    if (known !== undefined) found[name] = known;
  }
  return found;
}

/**
 * A fact as the schema wants it. Unknown is absent where it may be absent, and the word where a word is asked for;
 * a fact of another kind is handed on as it is, so that Cedar refuses the question and nobody is let through.
 */
function valueFor(
  fact: PolicyFact | undefined,
  { type, required }: AttributeShape,
): CedarValueJson | undefined {
  if (fact === undefined || (fact === 'unknown' && !(required && type === 'String'))) return undefined;
  if (typeof fact === 'boolean' && type === 'String') return fact ? 'yes' : 'no';
  return typeof fact === 'object' ? [...fact] : fact;
}

/** An amount is for one currency; one that is missing has no limit to be under. */
function limitFor(limit: Limit, currency: string | undefined): PolicyFact | undefined {
  if (typeof limit !== 'object') return limit;
  return currency === undefined ? undefined : limit.get(currency);
}

/** The tenant is part of every identity, so the same name in two tenants is two people. */
function uid(type: string, tenant: string, id: string): TypeAndId {
  return { type, id: JSON.stringify([tenant, id]) };
}
