import type { ToolResult } from '@countersign/planning';
import { basisIn, type Thought } from '@countersign/planning/rules';
import type { AccountSeen, DuplicateSeen } from './account-views.js';

/** One double charge, resting on the list that shows it. */
export function refundStep(read: ToolResult, accountId: string, duplicate: DuplicateSeen): Thought {
  const { chargeId, duplicateOf, amountMinor, currency } = duplicate;
  const subject = `charge:${chargeId}`;
  const value = { chargeId, duplicateOf, amountMinor, currency };
  return {
    facts: [{ name: 'duplicateOf', subject, status: 'established', value, basis: basisIn(read) }],
    step: {
      ...{ type: 'propose', kind: 'duplicate-charge.refund', target: subject },
      ...{ arguments: { accountId, chargeId }, amountMinor, currency },
      evidence: [{ name: 'duplicateOf', subject }],
    },
  };
}

export function closureStep(read: ToolResult, { id, status }: AccountSeen): Thought {
  const subject = `account:${id}`;
  return {
    facts: [{ name: 'accountStatus', subject, status: 'established', value: status, basis: basisIn(read) }],
    step: {
      ...{ type: 'propose', kind: 'account.close', target: subject, arguments: { accountId: id } },
      evidence: [{ name: 'accountStatus', subject }],
    },
  };
}
