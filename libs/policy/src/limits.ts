import { exponentOf } from '@countersign/domain';
import { IANAZone } from 'luxon';
import type { Rulebook } from './rulebook.js';
import type { StrictJson } from './strict-json.js';

/** Minor units by currency (a currency that is missing has no such limit), a whole number, or an IANA zone. */
export type Limit = number | string | ReadonlyMap<string, number>;

/** Milliseconds. How long a decision is waited for, and how long a permission may be used once it is given. */
export interface Timings {
  readonly approvalValidForMs: number;
  readonly remindAfterMs: number;
  readonly escalateAfterMs: number;
  /** How long whoever it is passed on to has, where that is longer than what is left. */
  readonly escalationValidForMs?: number;
  readonly permissionValidForMs: number;
}

/** What one capability's `<name>.limits.json` says. */
export interface Section {
  readonly timings: Timings;
  readonly limits: Readonly<Record<string, Limit>>;
}

/** `limits.json`: what holds for all. */
export interface CommonLimits {
  readonly version: string;
  /** Action kinds an outside agent may propose. */
  readonly agentsMayProposeFor: readonly string[];
}

const timingKeys = [
  'approvalValidForMinutes',
  'remindAfterMinutes',
  'escalateAfterMinutes',
  'permissionValidForMinutes',
] as const;
const optionalTiming = 'escalationValidForMinutes';

/** Problems are collected in `json`; the value is only usable when there are none. */
export function parseCommonLimits(
  json: StrictJson,
  text: string,
  knownActions: readonly string[],
): CommonLimits {
  const root = json.record(json.parse(text), '$', ['version', 'agentsMayProposeFor']);
  const actions = json.list(root.agentsMayProposeFor, '$.agentsMayProposeFor');
  for (const action of actions) {
    if (!knownActions.includes(action))
      json.refuse('$.agentsMayProposeFor', `names the unknown action ${action}`);
  }
  return { version: json.text(root.version, '$.version'), agentsMayProposeFor: actions };
}

/** A capability's own section, by the shape it supplies; the timings are the same for all. */
export function parseSection(json: StrictJson, text: string, { policy }: Rulebook): Section {
  const names = Object.keys(policy.limits);
  const root = json.record(json.parse(text), '$', [...names, ...timingKeys, optionalTiming]);
  const limits = Object.fromEntries(
    names.map((name) => [name, parseLimit(json, root[name], { name, kind: policy.limits[name] ?? 'count' })]),
  );
  for (const [lower, upper] of policy.rising ?? []) refuseFalling(json, limits, [lower, upper]);
  return { timings: parseTimings(json, root), limits };
}

function parseLimit(
  json: StrictJson,
  value: unknown,
  { name, kind }: { name: string; kind: Rulebook['policy']['limits'][string] },
): Limit {
  const path = `$.${name}`;
  switch (kind) {
    case 'amounts':
      return parseAmounts(json, value, path);
    case 'count':
      return json.integer(value, path, 1);
    case 'share': {
      const share = json.integer(value, path, 0);
      if (share > 10_000) json.refuse(path, 'is more than 10,000 basis points');
      return share;
    }
    case 'zone': {
      const zone = json.text(value, path);
      if (zone !== '' && !IANAZone.isValidZone(zone)) json.refuse(path, `${zone} is not an IANA time zone`);
      return zone;
    }
  }
}

function parseAmounts(json: StrictJson, value: unknown, path: string): ReadonlyMap<string, number> {
  const amounts = new Map<string, number>();
  for (const [currency, amount] of Object.entries(json.map(value, path))) {
    if (exponentOf(currency) === undefined) json.refuse(`${path}.${currency}`, 'is not an ISO 4217 currency');
    amounts.set(currency, json.integer(amount, `${path}.${currency}`, 0));
  }
  return amounts;
}

function parseTimings(json: StrictJson, root: Record<string, unknown>): Timings {
  const minutes = (key: (typeof timingKeys)[number]) => json.integer(root[key], `$.${key}`, 1);
  const [valid, remind] = [minutes('approvalValidForMinutes'), minutes('remindAfterMinutes')];
  const [escalate, permission] = [minutes('escalateAfterMinutes'), minutes('permissionValidForMinutes')];
  if (remind >= escalate || escalate >= valid) {
    json.refuse('$', 'must remind before it escalates, and escalate before the approval expires');
  }
  return {
    approvalValidForMs: valid * 60_000,
    remindAfterMs: remind * 60_000,
    escalateAfterMs: escalate * 60_000,
    ...(root[optionalTiming] === undefined
      ? {}
      : { escalationValidForMs: json.integer(root[optionalTiming], `$.${optionalTiming}`, 1) * 60_000 }),
    permissionValidForMs: permission * 60_000,
  };
}

function refuseFalling(
  json: StrictJson,
  limits: Readonly<Record<string, Limit>>,
  [lower, upper]: readonly [string, string],
): void {
  const [low, high] = [limits[lower], limits[upper]];
  if (typeof low !== 'object' || typeof high !== 'object') return;
  for (const [currency, least] of low) {
    const most = high.get(currency);
    if (most === undefined || most < least)
      json.refuse(`$.${upper}.${currency}`, `must be at least ${lower}`);
  }
}
