import type { Person } from './person.js';
import type { System } from './system.js';

const newYork = 'America/New_York';

export interface AppointmentStory {
  readonly ada: Person;
  readonly bookingId: string;
  readonly placeId: string;
  /** Local date and time in New York, `2027-03-12T09:00`, and the instant of it. */
  readonly startsLocal: string;
  readonly startsAt: string;
}

interface Wanted {
  readonly startsLocal?: string;
  /** Fields of the record. */
  readonly more?: object;
}

const DAY_MS = 86_400_000;
let stories = 0;

/** The one appointment ada has, at a place in New York of its own that is open day and night. */
export async function appointment(
  system: System,
  { startsLocal = `${dayFromNow(9)}T09:00`, more = {} }: Wanted = {},
): Promise<AppointmentStory> {
  stories += 1;
  const [placeId, bookingId] = [`place_${stories}`, `bk_${600 + stories}`];
  for (const earlier of earlierBookings()) await system.admin.change(earlier, { customerId: 'ben' });
  const days = ['1', '2', '3', '4', '5', '6', '7'].map((day) => [day, { from: '00:00', to: '23:59' }]);
  await system.admin.put(`/appointments/places/${placeId}`, {
    ...{ name: 'Studio New York', zone: newYork, opening: Object.fromEntries(days) },
    ...{ slotMinutes: 30, minimumNoticeMinutes: 5 },
  });
  const startsAt = instantOf(startsLocal);
  await put(system, bookingId, { customerId: 'ada', placeId, startsLocal, startsAt, ...more });
  return { ada: system.newPerson('ada'), bookingId, placeId, startsLocal, startsAt };
}

/** Ben has the time at the same place; `listed: false` for one that the calendar does not show as taken. */
export async function takenByBen(
  system: System,
  { placeId, bookingId }: AppointmentStory,
  startsLocal: string,
  { listed = true } = {},
): Promise<void> {
  const startsAt = instantOf(startsLocal);
  await put(system, `${bookingId}_ben`, { customerId: 'ben', placeId, startsLocal, startsAt, listed });
}

/** Cancelled by the front desk, which the record that is read does not show yet. */
export async function cancelledByTheDesk(system: System, { bookingId }: AppointmentStory): Promise<void> {
  const record = (await system.admin.put(`/appointments/bookings/${bookingId}`, {
    ...(await bookingNow(system, bookingId)),
    ...{ status: 'booked', behind: true },
  })) as object;
  await system.admin.put(`/appointments/before/${bookingId}`, record);
  const change = { status: 'cancelled', cancelledBy: 'front desk' };
  await system.admin.change(`/appointments/bookings/${bookingId}`, change);
}

/** From now on no operation is remembered: what is repeated is done again. */
export async function forgetful(system: System): Promise<void> {
  await system.admin.put('/appointments/settings/operations', { kept: false });
}

export async function bookingNow(system: System, bookingId: string): Promise<Record<string, unknown>> {
  return (await system.admin.read(`/appointments/bookings/${bookingId}`)) as Record<string, unknown>;
}

/** What the appointments system did to it, in the order in which it was done. */
export async function changesOf(system: System, { bookingId }: AppointmentStory) {
  return (await system.admin.effectsIn('appointments')).filter((effect) => effect['bookingId'] === bookingId);
}

/** Says it, and answers the proposal once ada is asked about it. */
export async function wished(system: System, { ada }: AppointmentStory, words: string) {
  const { caseId: ourCase } = await ada.say(words);
  const proposalId = await system.proposalOf(ourCase);
  await system.waitForEvent(proposalId, 'ApprovalRequested');
  return { proposalId, ourCase };
}

export async function sayYes(person: Person, proposalId: string): Promise<void> {
  const answer = await person.decide(proposalId, 'approve');
  if (![200, 202].includes(answer.status)) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
}

/** A date so many days from now, by the calendar of New York. */
export function dayFromNow(days: number): string {
  return shownInNewYork(Date.now() + days * DAY_MS).slice(0, 10);
}

/** The next day on which the clocks of New York are set forward, or back. */
export function nextChange(way: 'forward' | 'back'): string {
  for (let days = 3; days < 400; days += 1) {
    const [date, next] = [dayFromNow(days), dayFromNow(days + 1)];
    const hours =
      (Date.parse(instantOf(`${next}T00:00`)) - Date.parse(instantOf(`${date}T00:00`))) / 3_600_000;
    if (hours === (way === 'forward' ? 23 : 25)) return date;
  }
  throw new Error(`The clocks of New York are not set ${way} within a year.`);
}

/** The first of the two offsets under which the clock of New York shows this local time. */
export function instantOf(local: string): string {
  const found = ['-04:00', '-05:00'].find(
    (offset) => shownInNewYork(Date.parse(`${local}:00${offset}`)) === local,
  );
  if (found === undefined) throw new Error(`${local} does not exist in New York.`);
  return new Date(`${local}:00${found}`).toISOString().replace('.000Z', 'Z');
}

/** What the clock of New York shows at an instant, to the minute. */
export function shownInNewYork(at: number): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: newYork, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
  }).formatToParts(new Date(at));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

function put(system: System, id: string, more: object): Promise<unknown> {
  return system.admin.put(`/appointments/bookings/${id}`, {
    ...{ tenant: 'fjordlight', title: 'Fitting', zone: newYork, durationMinutes: 60, status: 'booked' },
    ...more,
  });
}

/** What ada had before, so that she has one appointment. */
function earlierBookings(): readonly string[] {
  const before = Array.from({ length: stories - 1 }, (_, index) => `bk_${601 + index}`);
  return ['bk_501', 'bk_502', ...before].map((id) => `/appointments/bookings/${id}`);
}
