import {
  type Done,
  type Effect,
  json,
  owned,
  param,
  type Route,
  recordRoute,
  recordSystem,
  refuse,
  refused,
  route,
  type Shelf,
} from '@countersign/sandbox/kit';
import { accountsSeed } from './seed.js';

/** Accounts of customers, what they were charged, and closing one for good. */
export const accounts = recordSystem({
  name: 'accounts',
  note: 'accounts, their charges and invoices; acct_7719 was charged twice',
  seed: accountsSeed,
  reading,
  writing: { '/v1/accounts/:id/closures': close },
  admin: { accounts: 'account', charges: 'charge', invoices: 'invoice' },
});

function reading(shelf: Shelf): Route[] {
  const account = (id: string) => shelf.find('account', id);
  const ofAccount = (kind: string, id: string) => shelf.all(kind).filter((each) => each.accountId === id);
  const noAccount = () => refuse(404, 'account_not_found', 'There is no such account.');
  return [
    route('GET', '/v1/customers/:tenant/:id/accounts', (call) =>
      json(200, { accounts: owned(call, shelf.all('account')) }),
    ),
    recordRoute(shelf, 'accounts', 'account'),
    route('GET', '/v1/accounts/:id/charges', (call) => {
      const id = param(call, 'id');
      return account(id) === undefined ? noAccount() : json(200, { charges: ofAccount('charge', id) });
    }),
    route('GET', '/v1/accounts/:id/invoices', (call) => {
      const id = param(call, 'id');
      if (account(id)?.status !== 'open')
        return refuse(404, 'invoices_not_reachable', 'Invoices are reachable while an account is open.');
      return json(200, { invoices: ofAccount('invoice', id) });
    }),
  ];
}

/** Whoever closed it first has closed it: under another operation that is a refusal which says so. */
function close({ operationId, body, call, shelf, nowMs }: Effect): Done {
  const id = param(call, 'id');
  const account = shelf.find('account', id);
  if (account === undefined) return refused(404, 'account_not_found', 'There is no such account.');
  if (account.status === 'closed')
    return refused(409, 'account_already_closed', `Closed by ${String(account.closedBy)}.`);
  if (account.onHold === true) return refused(422, 'account_on_hold', 'An account on hold is not closed.');
  if (account.version !== body.accountVersion)
    return refused(409, 'account_changed', `It is version ${String(account.version)}.`);
  const closedAt = new Date(nowMs).toISOString();
  shelf.change('account', id, { status: 'closed', closedBy: operationId, closedAt });
  return {
    effect: {
      kind: 'closure',
      reference: `cl_${id}`,
      accountId: id,
      tenant: account.tenant,
      createdAt: closedAt,
    },
  };
}
