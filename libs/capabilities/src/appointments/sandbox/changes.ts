import {
  type Body,
  type Done,
  type Effect,
  param,
  type Refused,
  refused,
  type Shelf,
} from '@countersign/sandbox/kit';

/** Whoever wants to change an appointment that is cancelled is told that there is none, whoever cancelled it. */
export function cancel(effect: Effect): Done {
  const held = standing(effect);
  if ('refused' in held) return held;
  const { booking } = held;
  const fee = feeOf(booking, effect.nowMs);
  const { amountMinor, currency } = effect.body;
  if (amountMinor !== fee?.amountMinor || currency !== fee?.currency)
    return refused(409, 'fee_differs', `The fee is ${fee?.amountMinor ?? 0} ${fee?.currency ?? ''} now.`);
  return changed(effect, {
    ...{ kind: 'cancellation', booking },
    to: { status: 'cancelled', cancelledBy: effect.operationId },
    ...(fee === undefined ? {} : { fee }),
  });
}

/** The slot is looked at first: a move that is asked for again finds it taken, by the appointment itself. */
export function move(effect: Effect): Done {
  const { shelf } = effect;
  const { id, status } = shelf.find('booking', param(effect.call, 'id')) ?? {};
  if (status !== 'booked') return noBooking;
  const { startsLocal, zone, startsAt } = effect.body;
  if (isTaken(shelf, String(id), String(startsAt))) return refused(409, 'slot_taken', 'This time is taken.');
  const held = standing(effect);
  if ('refused' in held) return held;
  const { booking } = held;
  return changed(effect, { kind: 'move', booking, to: { startsLocal, zone, startsAt } });
}

export function restore(effect: Effect): Done {
  const { shelf } = effect;
  const booking = shelf.find('booking', param(effect.call, 'id'));
  if (booking === undefined) return noBooking;
  if (booking.status !== 'cancelled') return refused(409, 'booking_not_cancelled', 'It is not cancelled.');
  if (booking.version !== effect.body.bookingVersion) return otherVersion(booking);
  if (isTaken(shelf, String(booking.id), String(booking.startsAt)))
    return refused(409, 'slot_taken', 'This time is taken.');
  const { cancelledBy: _by, ...rest } = booking;
  shelf.put('booking', String(booking.id), rest);
  return changed(effect, { kind: 'restoration', booking: rest, to: { status: 'booked' } });
}

const noBooking: Refused = refused(404, 'booking_not_found', 'There is no such booking.');

/** The appointment, if it is booked and of the version that somebody wants to change. */
function standing({ body, call, shelf }: Effect): Refused | { readonly booking: Body } {
  const booking = shelf.find('booking', param(call, 'id'));
  if (booking?.status !== 'booked') return noBooking;
  return booking.version === body.bookingVersion ? { booking } : otherVersion(booking);
}

function otherVersion({ version }: Body): Refused {
  return refused(409, 'booking_changed', `It is version ${String(version)}.`);
}

/** Overlapping any other appointment of the place, or being exactly where this one stands already. */
function isTaken(shelf: Shelf, id: string, startsAt: string): boolean {
  const self = shelf.find('booking', id) ?? {};
  const from = Date.parse(startsAt);
  const to = from + Number(self.durationMinutes) * 60_000;
  return shelf.all('booking').some((each) => {
    if (each.placeId !== self.placeId || each.status !== 'booked') return false;
    const begins = Date.parse(String(each.startsAt));
    if (each.id === id) return begins === from;
    return begins < to && from < begins + Number(each.durationMinutes) * 60_000;
  });
}

interface Fee {
  readonly amountMinor: number;
  readonly currency: string;
}

function feeOf({ startsAt, lateTerms }: Body, nowMs: number): Fee | undefined {
  if (typeof lateTerms !== 'object' || lateTerms === null) return undefined;
  const { withinMinutes, feeMinor, currency } = lateTerms as Body;
  const minutes = Math.floor((Date.parse(String(startsAt)) - nowMs) / 60_000);
  const isLate = minutes < Number(withinMinutes) && Number(feeMinor) > 0;
  return isLate ? { amountMinor: Number(feeMinor), currency: String(currency) } : undefined;
}

interface Changing {
  readonly kind: 'cancellation' | 'move' | 'restoration';
  readonly booking: Body;
  readonly to: Body;
  readonly fee?: Fee;
}

/** Every change names what it was made for, and stays readable for ever. */
function changed({ operationId, call, shelf, nowMs }: Effect, { kind, booking, to, fee }: Changing): Done {
  const bookingId = String(booking.id);
  shelf.put('before', bookingId, booking);
  const { tenant, version, startsLocal, zone, startsAt } = shelf.change('booking', bookingId, to) ?? {};
  const reference = `${kind.slice(0, 2)}_${bookingId}_${String(version)}`;
  const createdAt = new Date(nowMs).toISOString();
  const effect = {
    ...{ kind, reference, tenant, bookingId, bookingVersion: version },
    ...{ startsLocal, zone, startsAt, ...fee },
  };
  shelf.put('change', reference, { ...effect, by: operationId, createdAt });
  if (fee !== undefined) call.note({ ...fee });
  return { effect: { ...effect, createdAt } };
}
