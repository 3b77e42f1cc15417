/**
 * The write side, for the executor alone. What is sent is what was approved, letter by letter, under the operation id,
 * the same in every attempt, process and machine.
 */
import type { Action, OperationId } from '@countersign/domain';
import type { CapabilityEffects, Executed, Sending } from '../capability.js';
import { draftedVersion } from '../drafting.js';
import { carriedOutByNothing } from '../own-operation.js';
import type { CrmWriter } from './crm/write.js';
import { followUpKind } from './follow-ups.js';

export function followUpEffects({ crm }: { readonly crm: CrmWriter }): CapabilityEffects {
  return {
    async execute(operationId, action, sending) {
      if (action.kind === followUpKind) return send(crm, action, { operationId, ...sending });
      return carriedOutByNothing(action.kind);
    },
  };
}

async function send(
  crm: CrmWriter,
  action: Action,
  { operationId, sendBefore }: Sending & { readonly operationId: OperationId },
): Promise<Executed> {
  const { target, arguments: args } = action;
  const version = draftedVersion(action, `crm/opportunities/${target.id}`);
  if (version === undefined)
    return { class: 'rejected', code: 'version_missing', message: 'A message needs the version it is of.' };
  const said = (name: string) => String(args[name]);
  const result = await crm.send({
    ...{ operationId, sendBefore, opportunityId: target.id, opportunityVersion: Number(version) },
    ...{ contactId: said('contactId'), channel: said('channel'), recipient: said('recipient') },
    ...{ subject: said('subject'), body: said('body') },
  });
  if (result.class !== 'succeeded') return result;
  const { reference } = result.receipt;
  return { class: 'succeeded', receipt: { reference, settled: 'pending', details: { kind: 'message' } } };
}
