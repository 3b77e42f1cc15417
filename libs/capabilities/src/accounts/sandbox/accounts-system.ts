import {
  type Done,
  type Effect,
  effectRoute,
  found,
  json,
  type Ledger,
  openCalls,
  openShelf,
  operationRoute,
  param,
  type Route,
  refuse,
  route,
  type Shelf,
  type System,
  shelfAdmin,
  withKey,
} from '@countersign/sandbox/kit';
import { accountsSeed } from './seed.js';

interface Keys {
  readonly read: string;
  readonly write: string;
  readonly now: () => number;
}

/** Accounts of customers, what they were charged, and closing one for good. */
export function accountsSystem(ledger: Ledger, { read, write, now }: Keys): System {
  const shelf = openShelf(ledger, () => accountsSeed(now()));
  const closing = effectRoute('/v1/accounts/:id/closures', { ledger, shelf }, (effect) =>
    close(shelf, effect, now()),
  );
  return {
    name: 'accounts',
    refuse,
    calls: openCalls(ledger.calls),
    effects: () =>
      shelf.all('operation').map(({ id: _id, version: _version, callId: _call, ...effect }) => effect),
    reset: () => {
      shelf.reset();
      ledger.effects.exec('DELETE FROM operations');
    },
    close: () => ledger.close(),
    routes: [
      ...reading(shelf).map((each) => ({ ...each, handle: withKey([read, write], each.handle) })),
      { ...closing, handle: withKey(write, closing.handle) },
    ],
    adminRoutes: shelfAdmin(shelf, { accounts: 'account', charges: 'charge', invoices: 'invoice' }),
  };
}

function reading(shelf: Shelf): Route[] {
  const account = (id: string) => shelf.find('account', id);
  const ofAccount = (kind: string, id: string) => shelf.all(kind).filter((each) => each.accountId === id);
  const noAccount = () => refuse(404, 'account_not_found', 'There is no such account.');
  return [
    route('GET', '/v1/customers/:tenant/:id/accounts', (call) => {
      const [tenant, customerId] = [param(call, 'tenant'), param(call, 'id')];
      const own = shelf.all('account').filter((each) => each.tenant === tenant);
      return json(200, { accounts: own.filter((each) => each.customerId === customerId) });
    }),
    route('GET', '/v1/accounts/:id', (call) => found(account(param(call, 'id')), 'account')),
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
    operationRoute(shelf),
  ];
}

/** Whoever closed it first has closed it: under another operation that is a refusal which says so. */
function close(shelf: Shelf, { operationId, body, call }: Effect, nowMs: number): Done {
  const id = param(call, 'id');
  const account = shelf.find('account', id);
  if (account === undefined)
    return { refused: refuse(404, 'account_not_found', 'There is no such account.') };
  if (account.status === 'closed')
    return { refused: refuse(409, 'account_already_closed', `Closed by ${String(account.closedBy)}.`) };
  if (account.onHold === true)
    return { refused: refuse(422, 'account_on_hold', 'An account on hold is not closed.') };
  if (account.version !== body.accountVersion)
    return { refused: refuse(409, 'account_changed', `It is version ${String(account.version)}.`) };
  const closedAt = new Date(nowMs).toISOString();
  shelf.change('account', id, { status: 'closed', closedBy: operationId, closedAt });
  return { effect: { kind: 'closure', reference: `cl_${id}`, accountId: id, createdAt: closedAt } };
}
