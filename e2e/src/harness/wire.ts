import { waitFor } from '@countersign/testing';
import type { Call } from './sandbox-admin.js';
import type { System } from './system.js';

const sendRoute = 'POST /v1/refunds';

/** What payments got about one operation: its sends, and the look-ups of its charge's refunds, in order. */
export async function callsAbout(
  system: System,
  operation: { readonly proposalId: string; readonly charge: string },
): Promise<readonly Call[]> {
  const { calls } = await system.admin.ledger();
  return calls.filter(
    (call) => isSend(call, operation.proposalId) || (isLookUp(call) && call.path.includes(operation.charge)),
  );
}

/** Sends of one operation, whether or not payments applied or even answered them. */
export async function sendsOf(system: System, proposalId: string): Promise<readonly Call[]> {
  const { calls } = await system.admin.ledger();
  return calls.filter((call) => isSend(call, proposalId));
}

/** The nth send, as soon as it has arrived. */
export function waitForSend(system: System, proposalId: string, nth = 1): Promise<Call> {
  return waitFor(`send ${nth} of ${proposalId}`, async () => (await sendsOf(system, proposalId))[nth - 1], {
    describe: () => system.describe(proposalId),
  });
}

export function isLookUp(call: Call): boolean {
  return call.method === 'GET' && call.path.startsWith('/v1/refunds');
}

function isSend(call: Call, proposalId: string): boolean {
  return call.route === sendRoute && call.body.includes(proposalId);
}
