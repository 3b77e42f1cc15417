import type { Action } from '@countersign/domain';
import type { OnBehalfOf } from '../capability.js';
import type { PolicySubject } from '../judging.js';
import type { CreditRecord } from './billing/read.js';
import type { CreditPorts } from './credit-records.js';
import { reversalKind } from './service-credits.js';
import type { CaseRecord } from './support/read.js';

/** What a step around a credit is judged on: the support case, and for an undo the credit it takes back. */
export interface StepRecords {
  readonly supportCase: CaseRecord;
  readonly credit?: CreditRecord;
  readonly readAt: string;
}

type Read =
  | { readonly outcome: 'read'; readonly records: StepRecords }
  | { readonly outcome: 'gone'; readonly what: string }
  | { readonly outcome: 'no_answer'; readonly code: string };

export async function readStepRecords(
  { support, billing }: CreditPorts,
  tenant: string,
  { kind, arguments: { caseId, creditId } }: Action,
): Promise<Read> {
  const found = await support.case(tenant, String(caseId));
  if (found.outcome === 'no_answer') return { outcome: 'no_answer', code: `support_${found.code}` };
  if (found.outcome === 'not_found') return { outcome: 'gone', what: `case ${String(caseId)}` };
  const { value: supportCase, readAt } = found;
  if (kind !== reversalKind) return { outcome: 'read', records: { supportCase, readAt } };
  const credit = await billing.credit(String(creditId));
  if (credit.outcome === 'no_answer') return { outcome: 'no_answer', code: `billing_${credit.code}` };
  if (credit.outcome === 'not_found') return { outcome: 'gone', what: `credit ${String(creditId)}` };
  return { outcome: 'read', records: { supportCase, credit: credit.value, readAt: credit.readAt } };
}

export function stepPolicySubject({ money }: Action, { supportCase, credit }: StepRecords): PolicySubject {
  return {
    resource: {
      type: 'SupportCase',
      id: supportCase.id,
      customerId: supportCase.customerId,
      tenant: supportCase.tenant,
      attributes: { currency: credit?.currency ?? money?.currency ?? 'none' },
    },
    facts: { creditStanding: credit === undefined ? 'unknown' : credit.status === 'applied' },
  };
}

export function unknownStepSubject(
  { money, arguments: { caseId } }: Action,
  forWhom: OnBehalfOf,
  why: 'unreadable' | 'gone',
): PolicySubject {
  return {
    resource: {
      type: 'SupportCase',
      id: String(caseId),
      customerId: why === 'gone' ? '' : forWhom.customer,
      tenant: forWhom.tenant,
      attributes: { currency: money?.currency ?? 'none' },
    },
    facts: { creditStanding: 'unknown' },
  };
}
