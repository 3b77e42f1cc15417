import type { ChargeRecord } from '@countersign/connectors/payments/read';
import type { Judging, PolicyFact } from '../judging.js';
import { capacityKey } from './refunds.js';

/**
 * What the payments ledger and other proposals say of a charge. What is left comes from the ledger, less what other
 * proposals hold and the ledger does not show yet: a hold whose operation is in the ledger counts once (C05, C07),
 * and not at all where the ledger shows that it failed: its amount is back on the charge (C21).
 * `earlierMinor` is what was asked before on the same charge: a large refund cut into small ones meets one limit.
 */
export function chargeFacts(
  charge: ChargeRecord,
  holds: Judging['holds'],
): Readonly<Record<string, PolicyFact>> {
  const standing = charge.refunds.filter((refund) => refund.settled !== 'no');
  const shown = new Set(charge.refunds.map((refund) => refund.operationId));
  const heldMinor = (holds.get(capacityKey(charge.chargeId)) ?? [])
    .filter((hold) => !shown.has(hold.proposalId))
    .reduce((sum, hold) => sum + hold.amountMinor, 0);
  return {
    disputed: charge.disputed,
    capturedMinor: charge.capturedMinor,
    refundedMinor: charge.refundedMinor,
    heldMinor,
    earlierMinor: charge.refundedMinor + heldMinor,
    refundedElsewhereMinor: standing
      .filter((refund) => refund.operationId === undefined)
      .reduce((sum, refund) => sum + refund.amountMinor, 0),
  };
}

/** Nothing is known of the money. */
export const unknownChargeFacts: Readonly<Record<string, PolicyFact>> = {
  disputed: 'unknown',
  capturedMinor: 'unknown',
  refundedMinor: 'unknown',
  heldMinor: 'unknown',
  earlierMinor: 'unknown',
  refundedElsewhereMinor: 'unknown',
};
