import type { Action } from '@countersign/domain';
import type { Asked, Completed, OnBehalfOf } from '../capability.js';
import { refused, stated } from '../drafting.js';
import { type ReadArguments, readArguments } from '../read-arguments.js';
import { ReplyArguments, ReversalArguments, UpdateArguments } from './credit-arguments.js';
import type { CreditPorts } from './credit-records.js';
import { replyKind, reversalKind, updateKind } from './service-credits.js';

/** An undo names the credit that billing confirmed; whose it is and how much, billing says. */
export async function completeReversal(
  { support, billing }: CreditPorts,
  asked: Asked,
  forWhom: OnBehalfOf,
): Promise<Completed> {
  const read = readArguments(ReversalArguments, asked.arguments);
  if (read.outcome === 'refused') return read;
  const { caseId, creditId } = read.value;
  const found = await support.case(forWhom.tenant, caseId);
  if (found.outcome === 'no_answer') return { outcome: 'no_answer', code: `support_${found.code}` };
  if (found.outcome === 'not_found' || found.value.customerId !== forWhom.customer)
    return refused('arguments.caseId', 'this customer has no such case');
  // By its own id: it may have gone to another account than the case names by now, and that is what an undo is for.
  const credit = await billing.credit(creditId);
  if (credit.outcome === 'no_answer') return { outcome: 'no_answer', code: `billing_${credit.code}` };
  if (credit.outcome === 'not_found' || credit.value.caseId !== caseId)
    return refused('arguments.creditId', 'this case has no such credit');
  const { accountId, amountMinor, currency, status } = credit.value;
  const action: Action = {
    kind: reversalKind,
    target: { type: 'account', id: accountId },
    arguments: { caseId, creditId },
    money: { amountMinor, currency },
    evidence: [
      {
        fact: 'creditStatus',
        value: status,
        basis: 'record',
        source: `billing/credits/${creditId}`,
        readAt: credit.readAt,
      },
      ...stated(asked),
    ],
    resourceVersions: [],
  };
  return { outcome: 'completed', action };
}

/** A forward step of a credit: everything it says was confirmed when the credit settled. */
export async function completeStep(
  { support }: CreditPorts,
  asked: Asked,
  forWhom: OnBehalfOf,
): Promise<Completed> {
  const read: ReadArguments<UpdateArguments | ReplyArguments> =
    asked.kind === updateKind
      ? readArguments(UpdateArguments, asked.arguments)
      : readArguments(ReplyArguments, asked.arguments);
  if (read.outcome === 'refused') return read;
  const { caseId } = read.value;
  const found = await support.case(forWhom.tenant, caseId);
  if (found.outcome === 'no_answer') return { outcome: 'no_answer', code: `support_${found.code}` };
  if (found.outcome === 'not_found' || found.value.customerId !== forWhom.customer)
    return refused('arguments.caseId', 'this customer has no such case');
  const action: Action = {
    kind: asked.kind === updateKind ? updateKind : replyKind,
    target: { type: 'support_case', id: caseId },
    arguments: { ...read.value },
    evidence: stated(asked),
    resourceVersions: [],
  };
  return { outcome: 'completed', action };
}
