import type { Action } from '@countersign/domain';
import type { OnBehalfOf } from '../capability.js';
import { heldBeside, plusKnown, summedMinor } from '../held.js';
import type { Judging, PolicyFact, PolicySubject } from '../judging.js';
import { creditDue } from './credit-due.js';
import type { CreditRecords } from './credit-records.js';
import { capacityKey } from './service-credits.js';

/**
 * What policy judges a credit on. `dueMinor` is what the agreement gives; `earlierMinor` is what the case was credited
 * or may be: in billing's own list, or held by another proposal and not in that list yet. Two of $600 are one of $1,200; what is of
 * another currency than the invoice's leaves it unknown.
 */
export function creditPolicySubject(
  action: Action,
  { supportCase, incident, account, plan, invoice, credits }: CreditRecords,
  { holds }: Judging,
): PolicySubject {
  const standing = credits.filter((each) => each.caseId === supportCase.id && each.status === 'applied');
  const { currency } = invoice;
  const held = heldBeside(holds, {
    key: capacityKey(action),
    currency,
    shown: standing.map((credit) => credit.operationId),
  });
  return {
    resource: {
      type: 'SupportCase',
      id: supportCase.id,
      customerId: supportCase.customerId,
      tenant: supportCase.tenant,
      attributes: { currency },
    },
    facts: {
      dueMinor: creditDue(incident, plan, invoice)?.amountMinor ?? 0,
      earlierMinor: plusKnown(summedMinor(standing, currency), held),
      incidentOver: incident.status === 'resolved',
      accountAffected: incident.accounts.includes(account.id),
      accountOwned: account.customerId === supportCase.customerId,
      accountActive: account.status === 'active',
    },
  };
}

const creditFacts = ['incidentOver', 'accountAffected', 'accountOwned', 'accountActive'];

/** Nothing is known of the money; of a case that is gone not even whose it was. */
export function unknownCreditSubject(
  action: Action,
  forWhom: OnBehalfOf,
  why: 'unreadable' | 'gone',
): PolicySubject {
  const unknown = Object.fromEntries(creditFacts.map((name): [string, PolicyFact] => [name, 'unknown']));
  return {
    resource: {
      type: 'SupportCase',
      id: String(action.arguments['caseId']),
      customerId: why === 'gone' ? '' : forWhom.customer,
      tenant: forWhom.tenant,
      attributes: { currency: action.money?.currency ?? '' },
    },
    facts: { ...unknown, dueMinor: 'unknown', earlierMinor: 'unknown' },
  };
}
