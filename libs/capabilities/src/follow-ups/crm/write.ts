/** Sends messages. One call sends at most one request, under the operation's own id. */
import {
  type Connection,
  type ExecutionResult,
  type Fields,
  isText,
  sendJson,
} from '@countersign/connectors/json/write';
import type { OperationId } from '@countersign/domain';
import { type MessageWords, sameWords } from './records.js';

export interface MessageOrder extends MessageWords {
  readonly operationId: OperationId;
  readonly sendBefore: string;
  /** The version that was approved; of an opportunity that changed since, nothing is sent. */
  readonly opportunityVersion: number;
}

export interface MessageReceipt {
  readonly reference: string;
}

export interface CrmWriter {
  send(order: MessageOrder): Promise<ExecutionResult<MessageReceipt>>;
}

export function createCrmWriter(connection: Connection): CrmWriter {
  return {
    send: ({ operationId, sendBefore, ...body }) =>
      sendJson(connection, {
        path: '/v1/messages',
        ...{ operationId, sendBefore, body: { ...body } },
        receipt: (answer) => receiptOf(answer, operationId, body),
      }),
  };
}

/** Evidence only if it is about exactly this message under exactly this operation. */
function receiptOf(answer: Fields, operationId: OperationId, sent: MessageWords): MessageReceipt | undefined {
  const isAsked = answer.kind === 'message' && answer.operationId === operationId && sameWords(answer, sent);
  return isAsked && isText(answer.reference) ? { reference: answer.reference } : undefined;
}
