import {
  type Body,
  type Done,
  type Effect,
  found,
  json,
  param,
  type Route,
  recordRoute,
  recordSystem,
  refused,
  route,
  type Shelf,
} from '@countersign/sandbox/kit';
import { billingSeed } from './seed.js';

/** Accounts, plans, invoices and the credits on them. */
export const billing = recordSystem({
  name: 'billing',
  note: 'accounts, plans with their agreement, invoices with versions, credits',
  seed: billingSeed,
  reading,
  writing: { '/v1/credits': createCredit, '/v1/credits/:id/reversals': reverse },
  admin: { accounts: 'account', invoices: 'invoice', plans: 'plan', credits: 'credit' },
});

function reading(shelf: Shelf): Route[] {
  const ofAccount = (kind: string, id: string): Body[] =>
    shelf.all(kind).filter((each) => each.accountId === id);
  return [
    recordRoute(shelf, 'accounts', 'account'),
    recordRoute(shelf, 'plans', 'plan'),
    recordRoute(shelf, 'credits', 'credit'),
    route('GET', '/v1/accounts/:id/latest-invoice', (call) =>
      found(ofAccount('invoice', param(call, 'id')).at(-1), 'invoice'),
    ),
    route('GET', '/v1/accounts/:id/credits', (call) =>
      json(200, { credits: ofAccount('credit', param(call, 'id')) }),
    ),
  ];
}

/** A credit is for one version of one invoice: what was corrected since is another amount. */
function createCredit({ operationId, body, call, shelf, nowMs }: Effect): Done {
  const { accountId, invoiceId, invoiceVersion, amountMinor, currency, caseId } = body;
  call.note({ amountMinor: Number(amountMinor), currency: String(currency), charge: String(accountId) });
  const account = shelf.find('account', String(accountId));
  const invoice = shelf.find('invoice', String(invoiceId));
  if (account === undefined) return refused(404, 'account_not_found', 'There is no such account.');
  if (account.status !== 'active') return refused(422, 'account_closed', 'A closed account takes no credit.');
  if (invoice === undefined || invoice.accountId !== accountId)
    return refused(404, 'invoice_not_found', 'This account has no such invoice.');
  if (invoice.version !== invoiceVersion)
    return refused(409, 'invoice_changed', `Invoice ${invoiceId} is version ${invoice.version}.`);
  if (!Number.isSafeInteger(amountMinor) || Number(amountMinor) <= 0 || currency !== invoice.currency)
    return refused(422, 'amount_invalid', 'The amount is not one of this invoice.');
  if (Number(amountMinor) > Number(invoice.totalMinor))
    return refused(422, 'amount_too_large', 'More than the invoice.');
  const reference = `cr_${shelf.all('credit').length + 1001}`;
  const createdAt = new Date(nowMs).toISOString();
  const about = { accountId, invoiceId, invoiceVersion, amountMinor, currency, caseId, createdAt };
  shelf.put('credit', reference, { ...about, operationId, status: 'applied' });
  return { effect: { kind: 'credit', reference, tenant: account.tenant, ...about } };
}

function reverse({ operationId, body, call, shelf, nowMs }: Effect): Done {
  const credit = shelf.find('credit', param(call, 'id'));
  if (credit === undefined) return refused(404, 'credit_not_found', 'There is no such credit.');
  if (credit.status !== 'applied')
    return refused(409, 'credit_already_reversed', 'This credit was taken back already.');
  const { accountId, amountMinor, currency } = credit;
  call.note({ amountMinor: Number(amountMinor), currency: String(currency), charge: String(accountId) });
  if (body.amountMinor !== amountMinor || body.currency !== currency)
    return refused(422, 'amount_invalid', 'A credit is taken back whole.');
  const createdAt = new Date(nowMs).toISOString();
  shelf.change('credit', String(credit.id), { status: 'reversed', reversedBy: operationId });
  const reference = `rv_${String(credit.id).slice(3)}`;
  const tenant = shelf.find('account', String(accountId))?.tenant;
  const about = { creditId: credit.id, tenant, accountId, amountMinor, currency, createdAt };
  return { effect: { kind: 'reversal', reference, ...about } };
}
