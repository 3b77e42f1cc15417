import type { Action } from '@countersign/domain';
import type { Effect } from '../outside/payments.js';
import type { World } from '../world.js';

/** The seeded appointments that share the place in which they could be in each other's way. */
const bookings = ['bk_501', 'bk_502', 'bk_503'];

/** How an effect in a system beside payments is not what was approved, or is one too many there. */
export function otherThanApproved(world: World, { made }: Effect, action: Action): string | undefined {
  if (made === undefined) return undefined;
  const { target, arguments: args } = action;
  if (target.type === 'opportunity') {
    const other = ['contactId', 'recipient', 'subject', 'body'].find((name) => made[name] !== args[name]);
    if (other !== undefined) return `is a message whose ${other} nobody approved`;
    return writtenTwice(world, target.id);
  }
  if (target.type !== 'appointment') return undefined;
  const at = action.evidence.find(({ fact }) => fact === 'newStartsAt') ?? startsAt(action);
  if (made['bookingId'] !== target.id)
    return `changes the appointment ${made['bookingId']}, not ${target.id}`;
  if (made['bookingVersion'] !== Number(args['bookingVersion']) + 1)
    return `changes version ${Number(made['bookingVersion']) - 1} of ${target.id}, not ${args['bookingVersion']}`;
  if (Date.parse(String(made['startsAt'])) !== Date.parse(String(at?.value)))
    return `is at ${made['startsAt']}, and ${String(at?.value)} was approved`;
  return inOneSlot(world);
}

const startsAt = ({ evidence }: Action) => evidence.find(({ fact }) => fact === 'startsAt');

/** Of messages of ours about one opportunity, one stands; a run is shorter than the quiet time after it. */
function writtenTwice({ standIns }: World, opportunityId: string): string | undefined {
  const sent = standIns.effects.filter(
    ({ refundId, chargeId, failed }) => refundId.startsWith('crm ') && chargeId === opportunityId && !failed,
  );
  return sent.length > 1 ? `is message ${sent.length} about opportunity ${opportunityId}` : undefined;
}

/** No two appointments of one place at one time. */
function inOneSlot({ standIns }: World): string | undefined {
  const booked = bookings.flatMap((id) => {
    const {
      placeId,
      status,
      startsAt: at,
      durationMinutes,
    } = standIns.record('appointments', `/bookings/${id}`) ?? {};
    const fromMs = Date.parse(String(at));
    return status === 'booked'
      ? [{ id, placeId, fromMs, toMs: fromMs + Number(durationMinutes) * 60_000 }]
      : [];
  });
  for (const [at, one] of booked.entries()) {
    const other = booked
      .slice(at + 1)
      .find(({ placeId, fromMs, toMs }) => placeId === one.placeId && fromMs < one.toMs && one.fromMs < toMs);
    if (other !== undefined) return `puts ${one.id} and ${other.id} into one slot`;
  }
  return undefined;
}
