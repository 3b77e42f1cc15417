/** Closes accounts. One call sends at most one request, under the operation's own id. */
import {
  type Connection,
  type ExecutionResult,
  type Fields,
  isText,
  sendJson,
} from '@countersign/connectors/json/write';
import type { OperationId } from '@countersign/domain';

export interface ClosureOrder {
  readonly operationId: OperationId;
  readonly sendBefore: string;
  readonly accountId: string;
  /** The version that was approved; an account that changed since is not closed. */
  readonly accountVersion: number;
}

export interface ClosureReceipt {
  readonly reference: string;
}

export interface AccountsWriter {
  close(order: ClosureOrder): Promise<ExecutionResult<ClosureReceipt>>;
}

export function createAccountsWriter(connection: Connection): AccountsWriter {
  return {
    close: ({ operationId, sendBefore, accountId, accountVersion }) =>
      sendJson(connection, {
        path: `/v1/accounts/${encodeURIComponent(accountId)}/closures`,
        ...{ operationId, sendBefore, body: { accountVersion } },
        receipt: (body) => receiptOf(body, operationId, accountId),
      }),
  };
}

/** Evidence only if it is about exactly this account under exactly this operation. */
function receiptOf(body: Fields, operationId: OperationId, accountId: string): ClosureReceipt | undefined {
  const { kind, reference } = body;
  const isAsked = kind === 'closure' && body.operationId === operationId && body.accountId === accountId;
  return isAsked && isText(reference) ? { reference } : undefined;
}
