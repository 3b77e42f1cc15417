import type { ChargeRecord } from '@countersign/connectors/payments/read';
import { heldBeside, plusKnown, summedMinor } from '../held.js';
import type { Judging, PolicyFact } from '../judging.js';
import { capacityKey } from './refunds.js';

/**
 * What the payments ledger and other proposals say of a charge. What is left comes from the ledger, less what other
 * proposals hold and the ledger does not show yet: a hold whose operation is in the ledger counts once (C05, C07),
 * and not at all where the ledger shows that it failed: its amount is back on the charge (C21).
 * `earlierMinor` is what was asked before on the same charge: a large refund cut into small ones meets one limit.
 * What is held in another currency than the charge's leaves both unknown.
 */
export function chargeFacts(
  charge: ChargeRecord,
  holds: Judging['holds'],
): Readonly<Record<string, PolicyFact>> {
  const { currency, refundedMinor, refunds } = charge;
  const heldMinor = heldBeside(holds, {
    key: capacityKey(charge.chargeId),
    currency,
    shown: refunds.map((refund) => refund.operationId),
  });
  const elsewhere = refunds.filter((refund) => refund.settled !== 'no' && refund.operationId === undefined);
  return {
    disputed: charge.disputed,
    capturedMinor: charge.capturedMinor,
    refundedMinor,
    heldMinor,
    earlierMinor: plusKnown(refundedMinor, heldMinor),
    refundedElsewhereMinor: summedMinor(elsewhere, currency),
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
