/**
 * The write side, for the executor alone. A double charge is given back exactly like any other refund; an account is
 * closed under the operation id, the same in every attempt, process and machine.
 */
import type { PaymentsWriter } from '@countersign/connectors/payments/write';
import type { Action, OperationId } from '@countersign/domain';
import type { CapabilityEffects, Executed, Sending } from '../capability.js';
import { draftedVersion } from '../drafting.js';
import { carriedOutByNothing } from '../own-operation.js';
import { refundEffects } from '../refunds/refund-effects.js';
import { closureKind, duplicateKind } from './accounts.js';
import type { AccountsWriter } from './records/write.js';

interface Writers {
  readonly accounts: AccountsWriter;
  readonly payments: PaymentsWriter;
}

export function accountEffects({ accounts, payments }: Writers): CapabilityEffects {
  const refunds = refundEffects({ payments });
  return {
    async execute(operationId, action, sending) {
      if (action.kind === duplicateKind) return refunds.execute(operationId, action, sending);
      if (action.kind === closureKind) return close(accounts, action, { operationId, ...sending });
      return carriedOutByNothing(action.kind);
    },
  };
}

async function close(
  accounts: AccountsWriter,
  action: Action,
  { operationId, sendBefore }: Sending & { readonly operationId: OperationId },
): Promise<Executed> {
  const { id } = action.target;
  const version = draftedVersion(action, `accounts/${id}`);
  if (version === undefined)
    return { class: 'rejected', code: 'version_missing', message: 'A closure needs the version it is of.' };
  const order = { operationId, sendBefore, accountId: id, accountVersion: Number(version) };
  const result = await accounts.close(order);
  if (result.class !== 'succeeded') return result;
  const { reference } = result.receipt;
  return { class: 'succeeded', receipt: { reference, settled: 'settled', details: { kind: 'closure' } } };
}
