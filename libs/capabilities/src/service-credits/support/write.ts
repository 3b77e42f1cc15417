/** Updates support cases and drafts replies: steps of their own, each under its own operation id. */
import {
  type Connection,
  type ExecutionResult,
  type Fields,
  isText,
  sendJson,
} from '@countersign/connectors/json/write';
import type { OperationId } from '@countersign/domain';

interface Sent {
  readonly operationId: OperationId;
  readonly sendBefore: string;
  readonly caseId: string;
}

export interface SupportReceipt {
  readonly reference: string;
  readonly kind: string;
}

export interface SupportWriter {
  markCredited(order: Sent & { readonly creditId: string }): Promise<ExecutionResult<SupportReceipt>>;
  draftReply(order: Sent & { readonly text: string }): Promise<ExecutionResult<SupportReceipt>>;
}

export function createSupportWriter(connection: Connection): SupportWriter {
  return {
    markCredited: ({ operationId, sendBefore, caseId, creditId }) =>
      sendJson(connection, {
        path: `/v1/cases/${encodeURIComponent(caseId)}/updates`,
        ...{ operationId, sendBefore, body: { status: 'credited', creditId } },
        receipt: receiptOf('update', operationId, caseId),
      }),
    draftReply: ({ operationId, sendBefore, caseId, text }) =>
      sendJson(connection, {
        path: `/v1/cases/${encodeURIComponent(caseId)}/replies`,
        ...{ operationId, sendBefore, body: { text } },
        receipt: receiptOf('reply', operationId, caseId),
      }),
  };
}

function receiptOf(kind: string, operationId: OperationId, caseId: string) {
  return (body: Fields): SupportReceipt | undefined => {
    const isAsked = body.kind === kind && body.operationId === operationId && body.caseId === caseId;
    return isAsked && isText(body.reference) ? { reference: body.reference, kind } : undefined;
  };
}
