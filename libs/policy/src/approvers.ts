import type { StrictJson } from './strict-json.js';

/** Which slot a `@requires` word opens, and who may fill it. `escalatesTo` is the role asked when nobody answers. */
export type RequirementRule =
  | { readonly slot: string; readonly basis: 'consent' }
  | {
      readonly slot: string;
      readonly basis: 'approval';
      readonly role: string;
      readonly escalatesTo: string;
    };

export interface ApproverRules {
  readonly requirements: ReadonlyMap<string, RequirementRule>;
  /** By tenant and slot: whom to ask first and whom next. Being listed is not authority; the role is. */
  readonly routes: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
}

/** Problems are collected in `json`; the value is only usable when there are none. */
export function parseApprovers(json: StrictJson, text: string): ApproverRules {
  const root = json.record(json.parse(text), '$', ['requirements', 'routes']);
  const requirements = new Map<string, RequirementRule>();
  for (const [word, value] of Object.entries(json.map(root.requirements, '$.requirements'))) {
    const rule = parseRequirement(json, word, value);
    if ([...requirements.values()].some((other) => other.slot === rule.slot)) {
      json.refuse(`$.requirements.${word}.slot`, `${rule.slot} is opened by another requirement already`);
    }
    requirements.set(word, rule);
  }
  return { requirements, routes: parseRoutes(json, root.routes, requirements) };
}

function parseRequirement(json: StrictJson, word: string, value: unknown): RequirementRule {
  const path = `$.requirements.${word}`;
  if (word === 'consent') {
    const found = json.record(value, path, ['slot', 'basis']);
    if (found.basis !== 'consent') json.refuse(`${path}.basis`, 'must be consent');
    return { slot: json.text(found.slot, `${path}.slot`), basis: 'consent' };
  }
  const found = json.record(value, path, ['slot', 'basis', 'role', 'escalatesTo']);
  const role = json.text(found.role, `${path}.role`);
  const escalatesTo = json.text(found.escalatesTo, `${path}.escalatesTo`);
  if (found.basis !== 'approval') json.refuse(`${path}.basis`, 'must be approval');
  const isNamed = word === `approval:${role}` || word === `approval:${role}:second`;
  if (!isNamed) json.refuse(path, `must be named approval:${role} or approval:${role}:second`);
  return { slot: json.text(found.slot, `${path}.slot`), basis: 'approval', role, escalatesTo };
}

function parseRoutes(
  json: StrictJson,
  value: unknown,
  requirements: ReadonlyMap<string, RequirementRule>,
): ApproverRules['routes'] {
  const approvalSlots = new Set(
    [...requirements.values()].filter((rule) => rule.basis === 'approval').map((rule) => rule.slot),
  );
  const routes = new Map<string, ReadonlyMap<string, readonly string[]>>();
  for (const [tenant, slots] of Object.entries(json.map(value, '$.routes'))) {
    const bySlot = new Map<string, readonly string[]>();
    for (const [slot, people] of Object.entries(json.map(slots, `$.routes.${tenant}`))) {
      const path = `$.routes.${tenant}.${slot}`;
      if (!approvalSlots.has(slot)) json.refuse(path, 'is not a slot that staff fill');
      const order = json.list(people, path);
      if (new Set(order).size !== order.length) json.refuse(path, 'names a person twice');
      bySlot.set(slot, order);
    }
    routes.set(tenant, bySlot);
  }
  return routes;
}
