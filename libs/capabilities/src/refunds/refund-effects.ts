/**
 * The write side of refunds, for the executor alone: the one place where money moves. It decides nothing and
 * repeats nothing; the key of the call is the operation id, the same in every attempt, process and machine.
 */
import type { PaymentsWriter } from '@countersign/connectors/payments/write';
import type { Action, OperationId } from '@countersign/domain';
import type { CapabilityEffects, Executed, Sending } from '../capability.js';

export function refundEffects({ payments }: { readonly payments: PaymentsWriter }): CapabilityEffects {
  return { execute: (operationId, action, sending) => refund(payments, { operationId, action, ...sending }) };
}

interface Refund extends Sending {
  readonly operationId: OperationId;
  readonly action: Action;
}

async function refund(
  payments: PaymentsWriter,
  { operationId, action, firstSentAt, sendBefore }: Refund,
): Promise<Executed> {
  if (action.money === undefined)
    return { class: 'rejected', code: 'amount_missing', message: 'A refund needs an amount.' };
  const result = await payments.refund({
    operationId,
    chargeId: action.target.id,
    amountMinor: action.money.amountMinor,
    currency: action.money.currency,
    reason: action.arguments['reason'] === 'duplicate' ? 'duplicate' : 'requested_by_customer',
    sendBefore,
    ...(firstSentAt === 'never' ? {} : { firstSentAt }),
  });
  if (result.class !== 'succeeded') return result;
  const { refundId, amountMinor, currency, settled, status } = result.receipt;
  return {
    class: 'succeeded',
    receipt: { reference: refundId, amountMinor, currency, settled, details: { status } },
  };
}
