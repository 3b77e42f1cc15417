import {
  type Body,
  found,
  json,
  owned,
  param,
  type Route,
  recordRoute,
  recordSystem,
  route,
  type Shelf,
} from '@countersign/sandbox/kit';
import { cancel, move, restore } from './changes.js';
import { appointmentsSeed } from './seed.js';

/**
 * Places, appointments and what was done to them. While the setting `operations` says `{ "kept": false }` it remembers
 * no operation: a request that is repeated is done again, and meets what the first one left behind.
 */
export const appointments = recordSystem({
  name: 'appointments',
  note: 'appointments in Berlin and New York; bk_501 is ada’s and bk_503 is ben’s',
  seed: appointmentsSeed,
  reading,
  writing: {
    '/v1/bookings/:id/cancellations': cancel,
    '/v1/bookings/:id/moves': move,
    '/v1/bookings/:id/restorations': restore,
  },
  remembers: (shelf) => shelf.find('setting', 'operations')?.kept !== false,
  admin: { bookings: 'booking', places: 'place', changes: 'change', before: 'before', settings: 'setting' },
});

function reading(shelf: Shelf): Route[] {
  return [
    route('GET', '/v1/customers/:tenant/:id/bookings', (call) =>
      json(200, { bookings: owned(call, shelf.all('booking')).map(shown(shelf)) }),
    ),
    route('GET', '/v1/bookings/:id', (call) => {
      const booking = shelf.find('booking', param(call, 'id'));
      return found(booking === undefined ? undefined : shown(shelf)(booking), 'booking');
    }),
    route('GET', '/v1/bookings/:id/changes', (call) => {
      const id = param(call, 'id');
      const booking = shelf.find('booking', id);
      const changes = shelf.all('change').filter((each) => each.bookingId === id);
      return found(booking === undefined ? undefined : { changes }, 'booking');
    }),
    recordRoute(shelf, 'places', 'place'),
    route('GET', '/v1/places/:id/taken/:from/:to', (call) => {
      const [id, from, to] = [param(call, 'id'), param(call, 'from'), param(call, 'to')];
      const listed = shelf.all('booking').filter((each) => each.placeId === id && each.listed !== false);
      const taken = listed.filter((each) => each.status === 'booked').map(spanOf);
      const between = taken.filter(({ startsAt, endsAt }) => startsAt < at(to) && at(from) < endsAt);
      return found(shelf.find('place', id) === undefined ? undefined : { taken: between }, 'place');
    }),
  ];
}

/** A booking that is `behind` shows itself as it was before its last change: a copy that is read and lags. */
function shown(shelf: Shelf): (booking: Body) => Body {
  return (booking) =>
    booking.behind === true ? (shelf.find('before', String(booking.id)) ?? booking) : booking;
}

function spanOf({ id, startsAt, durationMinutes }: Body) {
  const from = Date.parse(String(startsAt));
  const ends = from + Number(durationMinutes) * 60_000;
  return { bookingId: id, startsAt: at(String(startsAt)), endsAt: new Date(ends).toISOString() };
}

/** In one form, so that two instants can be compared as texts. */
function at(instant: string): string {
  return new Date(instant).toISOString();
}
