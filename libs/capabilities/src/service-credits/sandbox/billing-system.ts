import {
  type Body,
  type Done,
  type Effect,
  found,
  json,
  type Ledger,
  type OpenedWith,
  param,
  type Route,
  recordSystem,
  refuse,
  route,
  type Shelf,
  type System,
} from '@countersign/sandbox/kit';
import { billingSeed } from './seed.js';

/** Accounts, plans, invoices and the credits on them. */
export function billingSystem(ledger: Ledger, { keys, now }: OpenedWith): System {
  return recordSystem(ledger, {
    name: 'billing',
    keys,
    seed: () => billingSeed(now()),
    reading,
    writing: (shelf) => ({
      '/v1/credits': (effect) => createCredit(shelf, effect, now()),
      '/v1/credits/:id/reversals': (effect) => reverse(shelf, effect, now()),
    }),
    admin: { accounts: 'account', invoices: 'invoice', plans: 'plan', credits: 'credit' },
  });
}

function reading(shelf: Shelf): Route[] {
  const ofAccount = (kind: string, id: string): Body[] =>
    shelf.all(kind).filter((each) => each.accountId === id);
  return [
    route('GET', '/v1/accounts/:id', (call) => found(shelf.find('account', param(call, 'id')), 'account')),
    route('GET', '/v1/plans/:id', (call) => found(shelf.find('plan', param(call, 'id')), 'plan')),
    route('GET', '/v1/accounts/:id/latest-invoice', (call) =>
      found(ofAccount('invoice', param(call, 'id')).at(-1), 'invoice'),
    ),
    route('GET', '/v1/accounts/:id/credits', (call) =>
      json(200, { credits: ofAccount('credit', param(call, 'id')) }),
    ),
    route('GET', '/v1/credits/:id', (call) => found(shelf.find('credit', param(call, 'id')), 'credit')),
  ];
}

/** A credit is for one version of one invoice: what was corrected since is another amount. */
function createCredit(shelf: Shelf, { operationId, body, call }: Effect, nowMs: number): Done {
  const { accountId, invoiceId, invoiceVersion, amountMinor, currency, caseId } = body;
  call.note({ amountMinor: Number(amountMinor), currency: String(currency), charge: String(accountId) });
  const account = shelf.find('account', String(accountId));
  const invoice = shelf.find('invoice', String(invoiceId));
  if (account === undefined)
    return { refused: refuse(404, 'account_not_found', 'There is no such account.') };
  if (account.status !== 'active')
    return { refused: refuse(422, 'account_closed', 'A closed account takes no credit.') };
  if (invoice === undefined || invoice.accountId !== accountId)
    return { refused: refuse(404, 'invoice_not_found', 'This account has no such invoice.') };
  if (invoice.version !== invoiceVersion)
    return { refused: refuse(409, 'invoice_changed', `Invoice ${invoiceId} is version ${invoice.version}.`) };
  if (!Number.isSafeInteger(amountMinor) || Number(amountMinor) <= 0 || currency !== invoice.currency)
    return { refused: refuse(422, 'amount_invalid', 'The amount is not one of this invoice.') };
  if (Number(amountMinor) > Number(invoice.totalMinor))
    return { refused: refuse(422, 'amount_too_large', 'More than the invoice.') };
  const reference = `cr_${shelf.all('credit').length + 1001}`;
  const createdAt = new Date(nowMs).toISOString();
  const about = { accountId, invoiceId, invoiceVersion, amountMinor, currency, caseId, createdAt };
  shelf.put('credit', reference, { ...about, operationId, status: 'applied' });
  return { effect: { kind: 'credit', reference, tenant: account.tenant, ...about } };
}

function reverse(shelf: Shelf, { operationId, body, call }: Effect, nowMs: number): Done {
  const credit = shelf.find('credit', param(call, 'id'));
  if (credit === undefined) return { refused: refuse(404, 'credit_not_found', 'There is no such credit.') };
  if (credit.status !== 'applied')
    return { refused: refuse(409, 'credit_already_reversed', 'This credit was taken back already.') };
  const { accountId, amountMinor, currency } = credit;
  call.note({ amountMinor: Number(amountMinor), currency: String(currency), charge: String(accountId) });
  if (body.amountMinor !== amountMinor || body.currency !== currency)
    return { refused: refuse(422, 'amount_invalid', 'A credit is taken back whole.') };
  const createdAt = new Date(nowMs).toISOString();
  shelf.change('credit', String(credit.id), { status: 'reversed', reversedBy: operationId });
  const reference = `rv_${String(credit.id).slice(3)}`;
  const tenant = shelf.find('account', String(accountId))?.tenant;
  const about = { creditId: credit.id, tenant, accountId, amountMinor, currency, createdAt };
  return { effect: { kind: 'reversal', reference, ...about } };
}
