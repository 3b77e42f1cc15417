import { allowed, started, succeeded } from './proposal-events.js';
import type { RecoveryWorld } from './recovery-world.js';

/** A refund of ours from permission to completion, and the provider's reference of it. */
export async function refundedIn(
  world: RecoveryWorld,
): Promise<{ readonly id: string; readonly charge: string; readonly reference: string }> {
  const { id, charge } = await world.sent();
  await world.append(id, ...allowed(id, charge), started(id, 1, new Date().toISOString()));
  await world.refund(id, charge);
  await world.append(id, succeeded());
  await world.reaches(id, 'completed');
  const [reference = ''] = await world.refundsOf(charge);
  return { id, charge, reference };
}
