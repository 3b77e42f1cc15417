import { exponentOf } from '@countersign/domain';
import { IANAZone } from 'luxon';
import type { StrictJson } from './strict-json.js';

export interface RefundLimits {
  /** Calendar days after the day of delivery; the last one counts whole. */
  readonly windowDays: number;
  /** IANA zone in which those days are counted. */
  readonly windowZone: string;
  /** Minor units per currency. A currency that is missing has no such limit. */
  readonly automaticUpToMinor: ReadonlyMap<string, number>;
  readonly consentUpToMinor: ReadonlyMap<string, number>;
  readonly approvalValidForMinutes: number;
  readonly remindAfterMinutes: number;
  readonly escalateAfterMinutes: number;
  readonly permissionValidForMinutes: number;
}

export interface Limits {
  readonly version: string;
  readonly refunds: RefundLimits;
  /** Action kinds an outside agent may propose. */
  readonly agentsMayProposeFor: readonly string[];
}

const knownActions = ['refund.create'];

/** Problems are collected in `json`; the value is only usable when there are none. */
export function parseLimits(json: StrictJson, text: string): Limits {
  const root = json.record(json.parse(text), '$', ['version', 'refunds', 'agentsMayProposeFor']);
  return {
    version: json.text(root.version, '$.version'),
    refunds: parseRefunds(json, root.refunds),
    agentsMayProposeFor: parseActions(json, root.agentsMayProposeFor),
  };
}

function parseRefunds(json: StrictJson, value: unknown): RefundLimits {
  const found = json.record(value, '$.refunds', [
    'windowDays',
    'windowZone',
    'automaticUpToMinor',
    'consentUpToMinor',
    'approvalValidForMinutes',
    'remindAfterMinutes',
    'escalateAfterMinutes',
    'permissionValidForMinutes',
  ]);
  const limits = {
    windowDays: json.integer(found.windowDays, '$.refunds.windowDays', 1),
    windowZone: json.text(found.windowZone, '$.refunds.windowZone'),
    automaticUpToMinor: parseAmounts(json, found.automaticUpToMinor, '$.refunds.automaticUpToMinor'),
    consentUpToMinor: parseAmounts(json, found.consentUpToMinor, '$.refunds.consentUpToMinor'),
    approvalValidForMinutes: json.integer(
      found.approvalValidForMinutes,
      '$.refunds.approvalValidForMinutes',
      1,
    ),
    remindAfterMinutes: json.integer(found.remindAfterMinutes, '$.refunds.remindAfterMinutes', 1),
    escalateAfterMinutes: json.integer(found.escalateAfterMinutes, '$.refunds.escalateAfterMinutes', 1),
    permissionValidForMinutes: json.integer(
      found.permissionValidForMinutes,
      '$.refunds.permissionValidForMinutes',
      1,
    ),
  };
  refuseContradictions(json, limits);
  return limits;
}

function parseAmounts(json: StrictJson, value: unknown, path: string): ReadonlyMap<string, number> {
  const amounts = new Map<string, number>();
  for (const [currency, amount] of Object.entries(json.map(value, path))) {
    if (exponentOf(currency) === undefined) json.refuse(`${path}.${currency}`, 'is not an ISO 4217 currency');
    amounts.set(currency, json.integer(amount, `${path}.${currency}`, 0));
  }
  return amounts;
}

function parseActions(json: StrictJson, value: unknown): readonly string[] {
  const actions = json.list(value, '$.agentsMayProposeFor');
  for (const action of actions) {
    if (!knownActions.includes(action))
      json.refuse('$.agentsMayProposeFor', `names the unknown action ${action}`);
  }
  return actions;
}

function refuseContradictions(json: StrictJson, limits: RefundLimits): void {
  if (limits.windowZone !== '' && !IANAZone.isValidZone(limits.windowZone)) {
    json.refuse('$.refunds.windowZone', `${limits.windowZone} is not an IANA time zone`);
  }
  for (const [currency, automatic] of limits.automaticUpToMinor) {
    const consent = limits.consentUpToMinor.get(currency);
    if (consent === undefined || consent < automatic) {
      json.refuse(`$.refunds.consentUpToMinor.${currency}`, 'must be at least automaticUpToMinor');
    }
  }
  const { remindAfterMinutes, escalateAfterMinutes, approvalValidForMinutes } = limits;
  if (remindAfterMinutes >= escalateAfterMinutes || escalateAfterMinutes >= approvalValidForMinutes) {
    json.refuse('$.refunds', 'must remind before it escalates, and escalate before the approval expires');
  }
}
