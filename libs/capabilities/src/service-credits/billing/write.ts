/** Writes credits and takes them back. One call sends at most one request, under the operation's own id. */
import {
  type Connection,
  type ExecutionResult,
  type Fields,
  isCount,
  isText,
  sendJson,
} from '@countersign/connectors/json/write';
import type { OperationId } from '@countersign/domain';

interface Sent {
  readonly operationId: OperationId;
  readonly sendBefore: string;
  readonly amountMinor: number;
  readonly currency: string;
}

export interface CreditOrder extends Sent {
  readonly accountId: string;
  readonly invoiceId: string;
  /** The version that was approved; billing refuses the credit when the invoice was corrected since. */
  readonly invoiceVersion: number;
  readonly caseId: string;
}

export interface ReversalOrder extends Sent {
  readonly creditId: string;
}

export interface BillingReceipt {
  readonly reference: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly kind: string;
}

export interface BillingWriter {
  credit(order: CreditOrder): Promise<ExecutionResult<BillingReceipt>>;
  reverse(order: ReversalOrder): Promise<ExecutionResult<BillingReceipt>>;
}

export function createBillingWriter(connection: Connection): BillingWriter {
  return {
    credit: ({ operationId, sendBefore, ...body }) =>
      sendJson(connection, {
        path: '/v1/credits',
        ...{ operationId, sendBefore, body: { ...body } },
        receipt: receiptOf('credit', { operationId, ...body }),
      }),
    reverse: ({ operationId, sendBefore, creditId, ...body }) =>
      sendJson(connection, {
        path: `/v1/credits/${encodeURIComponent(creditId)}/reversals`,
        ...{ operationId, sendBefore, body: { ...body } },
        receipt: receiptOf('reversal', { operationId, ...body }),
      }),
  };
}

/** Evidence only if it is about exactly what was asked for, to the minor unit. */
function receiptOf(kind: string, asked: Omit<Sent, 'sendBefore'>) {
  return (body: Fields): BillingReceipt | undefined => {
    const { reference, amountMinor, currency } = body;
    const isAsked =
      body.kind === kind &&
      body.operationId === asked.operationId &&
      amountMinor === asked.amountMinor &&
      currency === asked.currency;
    if (!isAsked || !isText(reference) || !isCount(amountMinor) || !isText(currency)) return undefined;
    return { reference, amountMinor, currency, kind };
  };
}
