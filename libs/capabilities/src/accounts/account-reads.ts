import type { Action } from '@countersign/domain';
import type { CapabilityReads, OnBehalfOf, Situation } from '../capability.js';
import { ledgerOf } from '../effect-listing.js';
import { refundLedger } from '../refunds/refund-ledger.js';
import { refundMovedSince } from '../refunds/refund-policy-subject.js';
import { accountDifferences } from './account-differences.js';
import { accountPolicySubject, unknownAccountSubject } from './account-policy-subject.js';
import {
  type AccountPorts,
  type AccountRecords,
  readAccount,
  readAccountAndCharge,
} from './account-records.js';
import { accountTool } from './account-tools.js';
import { closureKind, duplicateKind } from './accounts.js';
import { completeAccountAction } from './complete-account-action.js';
import { findAccountOutcome } from './find-account-outcome.js';

/** Everything the capability reads; no client that writes can be reached from here. */
export function accountReads(ports: AccountPorts): CapabilityReads<AccountRecords> {
  return {
    callTool: (tool, args, forWhom) => accountTool(ports, { tool, args, forWhom }),
    complete: (asked, forWhom) => completeAccountAction(ports, asked, forWhom),
    situation: (action, forWhom) => situation(ports, action, forWhom),
    differences: accountDifferences,
    policySubject: accountPolicySubject,
    unknownSubject: (action, forWhom, { why }) => unknownAccountSubject(action, forWhom, why),
    movedSince: (action, decided, now) =>
      action.kind === duplicateKind ? refundMovedSince(action, decided, now) : undefined,
    findOutcome: (operationId, action, lastSentAt) =>
      findAccountOutcome(ports, action, { operationId, lastSentAt }),
    // A double charge is given back at payments, where refunds are listed whoever asked for them.
    ledgers: { accounts: ledgerOf(ports.accounts.ledger), payments: refundLedger(ports.payments) },
  };
}

async function situation(
  ports: AccountPorts,
  { kind, target, arguments: args }: Action,
  { tenant }: OnBehalfOf,
): Promise<Situation<AccountRecords>> {
  const accountId = String(args['accountId']);
  const found =
    kind === closureKind
      ? await readAccount(ports, tenant, accountId)
      : await readAccountAndCharge(ports, tenant, { accountId, chargeId: target.id });
  if (found.outcome === 'no_answer') return found;
  if (found.outcome === 'gone') return { outcome: 'gone', difference: `${found.what} is no longer there.` };
  return { outcome: 'read', records: found.records, readAt: found.records.readAt };
}
