import { authors, type EventType } from '../authors.js';
import { type EventContract, eventContracts } from '../events/event-contracts.js';
import { sensitiveFields } from '../events/sensitive-fields.js';
import { ApprovalDecision } from '../ingress/approval-decision.js';
import { CustomerRequest } from '../ingress/customer-request.js';
import { type JsonSchema, schemaOf } from './json-schema.js';
import { withSealed } from './sealed-values.js';

export type Schemas = Readonly<Record<string, JsonSchema>>;

/** Messages of the ingress topics, by name. All are of version 1. */
const ingressContracts = { CustomerRequest, ApprovalDecision } as const;
export type IngressName = keyof typeof ingressContracts;
export const ingressNames = Object.keys(ingressContracts) as readonly IngressName[];

export const eventTypes = Object.keys(authors) as readonly EventType[];
export const schemaName = (type: string, version: number): string => `${type}.v${version}`;

/**
 * The schema of every version of every event type, as its data stands on a topic. That of the current version is
 * made from its class; those of older versions have no class any more and are taken from what was released.
 */
export function eventSchemas(
  released: Schemas,
  contracts: Readonly<Record<string, EventContract>> = eventContracts,
): Schemas {
  return Object.fromEntries(
    Object.entries(contracts).flatMap(([type, { current, class: of }]) =>
      Array.from({ length: current }, (_, at): [string, JsonSchema] => {
        const name = schemaName(type, at + 1);
        if (at + 1 < current) return [name, frozen(name, released)];
        const sensitive = Object.hasOwn(sensitiveFields, type) ? sensitiveFields[type as EventType] : [];
        return [name, withSealed(schemaOf(of, { closed: false }), sensitive)];
      }),
    ),
  );
}

function frozen(name: string, released: Schemas): JsonSchema {
  const schema = released[name];
  if (schema === undefined) throw new Error(`${name} is not the current version and was never released.`);
  return schema;
}

/** Closed: a field that nobody knows is a fault. `schemaVersion` may be said and is 1 when it is not. */
export function ingressSchemas(): Schemas {
  return Object.fromEntries(
    Object.entries(ingressContracts).map(([name, of]) => {
      const schema = schemaOf(of, { closed: true });
      const properties = { ...schema.properties, schemaVersion: { type: 'integer', const: 1 } };
      return [schemaName(name, 1), { ...schema, properties }];
    }),
  );
}
