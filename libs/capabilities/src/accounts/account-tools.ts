import type { JsonObject } from '@countersign/domain';
import type { OnBehalfOf, ToolAnswer } from '../capability.js';
import { answered, nothing, type ToolCall } from '../tool-answer.js';
import { type AccountPorts, readAccount } from './account-records.js';
import { findDuplicates } from './find-duplicates.js';

type Ports = Pick<AccountPorts, 'accounts'>;

/** Tenant and ownership come from the identity; what comes back is data. */
export async function accountTool(ports: Ports, call: ToolCall): Promise<ToolAnswer> {
  switch (call.tool) {
    case 'read_accounts':
      return readAccounts(ports, call);
    case 'list_account_charges':
      return listCharges(ports, call);
    case 'list_account_invoices':
      return listInvoices(ports, call);
    default:
      return nothing('not_found', 'unknown_tool');
  }
}

async function readAccounts({ accounts }: Ports, { forWhom }: ToolCall): Promise<ToolAnswer> {
  const found = await accounts.accountsOf(forWhom.tenant, forWhom.customer);
  if (found.outcome === 'no_answer') return nothing('no_answer', `accounts_${found.code}`);
  const own = (found.outcome === 'found' ? found.value : []).filter(
    ({ tenant, customerId }) => tenant === forWhom.tenant && customerId === forWhom.customer,
  );
  if (found.outcome === 'not_found' || own.length === 0) return nothing('not_found', 'no_accounts');
  const result = own.map(({ id, status, version }) => ({ accountId: id, status, version }));
  return answered(result, 'accounts', found.readAt);
}

async function listCharges(ports: Ports, { args, forWhom }: ToolCall): Promise<ToolAnswer> {
  const found = await ownAccount(ports, args, forWhom);
  if ('code' in found) return found;
  const { account, charges, readAt } = found;
  const result = {
    accountId: account.id,
    charges: charges.map(({ accountId: _of, ...charge }) => charge),
    duplicates: findDuplicates(charges).map(({ charge, of }) => ({
      chargeId: charge.id,
      duplicateOf: of.id,
      amountMinor: charge.amountMinor,
      currency: charge.currency,
    })),
  };
  return answered(result, `accounts/${account.id}/charges`, readAt);
}

/** Until the account is closed; afterwards there is no such list any more. */
async function listInvoices(ports: Ports, { args, forWhom }: ToolCall): Promise<ToolAnswer> {
  const found = await ownAccount(ports, args, forWhom);
  if ('code' in found) return found;
  const { id } = found.account;
  const invoices = await ports.accounts.invoicesOf(id);
  if (invoices.outcome === 'no_answer') return nothing('no_answer', `accounts_${invoices.code}`);
  if (invoices.outcome === 'not_found') return nothing('not_found', 'invoices_not_reachable');
  const result = { accountId: id, invoices: invoices.value.map((invoice) => ({ ...invoice })) };
  return answered(result, `accounts/${id}/invoices`, invoices.readAt);
}

/** Somebody else's account is the same answer as a made-up one: ownership is not a thing to probe. */
async function ownAccount(ports: Ports, args: JsonObject, { tenant, customer }: OnBehalfOf) {
  const found = await readAccount(ports, tenant, String(args['accountId']));
  if (found.outcome === 'no_answer') return nothing('no_answer', found.code);
  if (found.outcome === 'gone' || found.records.account.customerId !== customer)
    return nothing('not_found', 'account_not_found');
  return found.records;
}
