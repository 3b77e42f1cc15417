/**
 * The write side, for the executor alone. It decides nothing and repeats nothing; the key of each call is the operation
 * id, the same in every attempt, process and machine.
 */
import type { Action, OperationId } from '@countersign/domain';
import type { CapabilityEffects, Executed, Sending } from '../capability.js';
import { carriedOutByNothing } from '../own-operation.js';
import type { BillingWriter } from './billing/write.js';
import { creditKind, replyKind, reversalKind, updateKind } from './service-credits.js';
import type { SupportWriter } from './support/write.js';

interface Writers {
  readonly support: SupportWriter;
  readonly billing: BillingWriter;
}

export function creditEffects(writers: Writers): CapabilityEffects {
  return {
    execute: (operationId, action, { sendBefore }: Sending) =>
      carriedOut(writers, action, { operationId, sendBefore }),
  };
}

interface Sent {
  readonly operationId: OperationId;
  readonly sendBefore: string;
}

async function carriedOut({ support, billing }: Writers, action: Action, sent: Sent): Promise<Executed> {
  const caseId = String(action.arguments['caseId']);
  const creditId = String(action.arguments['creditId']);
  switch (action.kind) {
    case creditKind:
      return credit(billing, action, sent);
    case reversalKind:
      if (action.money === undefined) return noAmount;
      return settled(await billing.reverse({ ...sent, creditId, ...action.money }));
    case updateKind:
      return settled(await support.markCredited({ ...sent, caseId, creditId }));
    case replyKind:
      return settled(await support.draftReply({ ...sent, caseId, text: String(action.arguments['text']) }));
    default:
      return carriedOutByNothing(action.kind);
  }
}

async function credit(billing: BillingWriter, action: Action, sent: Sent): Promise<Executed> {
  const invoice = action.resourceVersions.find(({ resource }) => resource.startsWith('billing/invoices/'));
  if (action.money === undefined || invoice === undefined) return noAmount;
  const order = {
    ...sent,
    accountId: action.target.id,
    invoiceId: invoice.resource.slice('billing/invoices/'.length),
    invoiceVersion: Number(invoice.version),
    caseId: String(action.arguments['caseId']),
    ...action.money,
  };
  return settled(await billing.credit(order));
}

const noAmount: Executed = {
  class: 'rejected',
  code: 'amount_missing',
  message: 'A credit needs an amount, and the invoice it is of.',
};

type Result =
  | Exclude<Executed, { class: 'succeeded' }>
  | {
      readonly class: 'succeeded';
      readonly receipt: {
        readonly reference: string;
        readonly kind: string;
        readonly amountMinor?: number;
        readonly currency?: string;
      };
    };

/** Both systems book at once: what they confirm is settled. */
function settled(result: Result): Executed {
  if (result.class !== 'succeeded') return result;
  const { kind, ...receipt } = result.receipt;
  return { class: 'succeeded', receipt: { ...receipt, settled: 'settled', details: { kind } } };
}
