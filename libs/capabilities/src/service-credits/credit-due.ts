import type { InvoiceRecord, PlanRecord } from './billing/read.js';
import type { IncidentRecord } from './support/read.js';

export interface CreditDue {
  readonly minutes: number;
  readonly overMinutes: number;
  readonly shareBasisPoints: number;
  /** Minor units of the invoice's currency, rounded down: never more than the agreement gives. */
  readonly amountMinor: number;
}

/**
 * What the agreement gives for an incident that is over: the share of the highest tier it lasted longer than, of the
 * latest invoice. Undefined where it gives nothing.
 */
export function creditDue(
  incident: IncidentRecord,
  { agreement }: PlanRecord,
  { totalMinor }: InvoiceRecord,
): CreditDue | undefined {
  const minutes = Math.floor((Date.parse(incident.endedAt) - Date.parse(incident.startedAt)) / 60_000);
  const reached = agreement.tiers
    .filter(({ overMinutes }) => minutes > overMinutes)
    .sort((a, b) => b.overMinutes - a.overMinutes)[0];
  if (reached === undefined) return undefined;
  const amountMinor = Number((BigInt(totalMinor) * BigInt(reached.shareBasisPoints)) / 10_000n);
  return amountMinor === 0 ? undefined : { minutes, ...reached, amountMinor };
}
