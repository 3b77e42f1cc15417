import type { Action, Evidence } from '@countersign/domain';
import { formatMoney } from '@countersign/domain';
import type { Asked, Completed, OnBehalfOf } from '../capability.js';
import { refused, stated } from '../drafting.js';
import { type ReadArguments, readArguments } from '../read-arguments.js';
import { ClosureArguments, DuplicateArguments } from './account-arguments.js';
import { type AccountPorts, type AccountRecords, readAccount } from './account-records.js';
import { closureKind, duplicateKind } from './accounts.js';
import { type DuplicateCharge, findDuplicates } from './find-duplicates.js';
import type { AccountCharge } from './records/read.js';

type Ports = Pick<AccountPorts, 'accounts'>;

/** The exact action, from the records alone: what a customer says about a charge is looked at nowhere. */
export async function completeAccountAction(
  ports: Ports,
  asked: Asked,
  forWhom: OnBehalfOf,
): Promise<Completed> {
  const isClosure = asked.kind === closureKind;
  const read: ReadArguments<ClosureArguments | DuplicateArguments> = isClosure
    ? readArguments(ClosureArguments, asked.arguments)
    : readArguments(DuplicateArguments, asked.arguments);
  if (read.outcome === 'refused') return read;
  const { accountId } = read.value;
  const found = await readAccount(ports, forWhom.tenant, accountId);
  if (found.outcome === 'no_answer') return found;
  // Somebody else's account is the same answer as a made-up one: ownership is not a thing to probe.
  if (found.outcome === 'gone' || found.records.account.customerId !== forWhom.customer)
    return refused('arguments.accountId', 'this customer has no such account');
  if (isClosure) return closure(asked, found.records);
  return duplicate(asked, found.records, 'chargeId' in read.value ? read.value.chargeId : '');
}

function closure(asked: Asked, { account, readAt }: AccountRecords): Completed {
  if (account.status !== 'open')
    return refused(
      'arguments.accountId',
      `the status of account ${account.id} is ${account.status}, not open`,
    );
  if (asked.money !== undefined) return refused('amountMinor', 'closing an account moves no money');
  const source = `accounts/${account.id}`;
  const version = String(account.version);
  const action: Action = {
    kind: closureKind,
    target: { type: 'account', id: account.id },
    arguments: { accountId: account.id },
    evidence: [
      { fact: 'accountStatus', value: account.status, basis: 'record', source, version, readAt },
      ...stated(asked),
    ],
    resourceVersions: [{ resource: source, version }],
  };
  return { outcome: 'completed', action };
}

function duplicate(asked: Asked, { account, charges, readAt }: AccountRecords, chargeId: string): Completed {
  const found = findDuplicates(charges).find(({ charge }) => charge.id === chargeId);
  if (found === undefined)
    return refused('arguments.chargeId', `the records show no earlier charge like ${chargeId}`);
  const { amountMinor, currency } = found.charge;
  const { money = { amountMinor, currency } } = asked;
  if (money.amountMinor !== amountMinor || money.currency !== currency) {
    const whole = formatMoney({ amountMinor, currency });
    return refused('amountMinor', `charge ${chargeId} was ${whole}, and a double charge is given back whole`);
  }
  const action: Action = {
    kind: duplicateKind,
    target: { type: 'charge', id: chargeId },
    arguments: { accountId: account.id, chargeId },
    money: { amountMinor, currency },
    evidence: [...evidenceOf(account.id, found, readAt), ...stated(asked)],
    resourceVersions: [],
  };
  return { outcome: 'completed', action };
}

function evidenceOf(accountId: string, { charge, of }: DuplicateCharge, readAt: string): Evidence[] {
  const at = { basis: 'record', source: `accounts/${accountId}/charges`, readAt } as const;
  const shown = ({ id, amountMinor, currency, description, chargedAt }: AccountCharge) => ({
    ...{ id, amountMinor, currency, description, chargedAt },
  });
  return [
    { fact: 'duplicateOf', value: of.id, ...at },
    { fact: 'firstCharge', value: shown(of), ...at },
    { fact: 'duplicateCharge', value: shown(charge), ...at },
  ];
}
