import type { Action } from '@countersign/domain';
import { chargedTwice } from '../happening-accounts.js';
import type { Effect } from '../outside/payments.js';
import type { World } from '../world.js';

/**
 * How what was done about an account is not what was approved: of two charges for one thing the first stays, and an
 * account is closed as it was when its closure was drafted, once.
 */
export function wrongForAccount(world: World, effect: Effect, action: Action): string | undefined {
  const { made, chargeId } = effect;
  if (chargeId === chargedTwice.first) return `gives back ${chargeId}, which is the charge that stays`;
  if (action.kind !== 'account.close' || made === undefined) return undefined;
  const { id } = action.target;
  if (made['accountId'] !== id) return `closes the account ${made['accountId']}, not ${id}`;
  const drafted = action.resourceVersions.find(({ resource }) => resource === `accounts/${id}`)?.version;
  const closed = Number(world.standIns.record('accounts', `/accounts/${id}`)?.['version']) - 1;
  if (String(closed) !== drafted) return `closes version ${closed} of ${id}, and ${drafted} was approved`;
  const closures = world.standIns.effects.filter(
    (each) => each.made?.['accountId'] === id && isClosure(each),
  );
  return closures.length > 1 ? `is closure ${closures.length} of ${id}` : undefined;
}

const isClosure = ({ made }: Effect): boolean => made?.['kind'] === 'closure';
