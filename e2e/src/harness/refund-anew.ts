import { expect } from '@jest/globals';
import { proposeRefund } from './refund-story.js';
import type { System } from './system.js';
import { verdictOf } from './verdict.js';

/** After one that came to nothing: all of the charge is there again, and the same refund is carried out. */
export async function refundAnew(
  system: System,
  order: string,
  { capturedMinor }: { readonly capturedMinor: number },
): Promise<string> {
  const again = await proposeRefund(system, order);
  expect((await verdictOf(system, again)).data).toMatchObject({
    verdict: 'requirements',
    facts: { capturedMinor, refundedMinor: 0, heldMinor: 0 },
  });
  expect((await system.newPerson('ada').decide(again, 'approve')).status).toBe(200);
  await system.waitForEvent(again, 'ProposalCompleted');
  return again;
}
