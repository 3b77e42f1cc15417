import type { JsonObject } from '@countersign/domain';
import type { ToolAnswer } from '../capability.js';
import { answered, nothing, type ToolCall } from '../tool-answer.js';
import { isWhich } from './appointment-differences.js';
import { type AppointmentPorts, readCalendar } from './booking-records.js';
import type { BookingRecord } from './calendar/read.js';
import { alternatives, checkTime, type WishedTime } from './check-time.js';
import { isLocalTime } from './local-time.js';

/** Tenant and ownership come from the identity; what comes back is data. */
export async function appointmentTool(ports: AppointmentPorts, call: ToolCall): Promise<ToolAnswer> {
  switch (call.tool) {
    case 'list_appointments':
      return listAppointments(ports, call);
    case 'check_appointment_time':
      return checkAppointmentTime(ports, call);
    default:
      return nothing('not_found', 'unknown_tool');
  }
}

async function listAppointments(
  { appointments }: AppointmentPorts,
  { forWhom }: ToolCall,
): Promise<ToolAnswer> {
  const found = await appointments.bookingsOf(forWhom.tenant, forWhom.customer);
  if (found.outcome === 'no_answer') return nothing('no_answer', `appointments_${found.code}`);
  const own = (found.outcome === 'found' ? found.value : []).filter(
    ({ tenant, customerId }) => tenant === forWhom.tenant && customerId === forWhom.customer,
  );
  if (found.outcome === 'not_found' || own.length === 0) return nothing('not_found', 'no_appointments');
  return answered(own.map(shown), 'appointments', found.readAt);
}

function shown({
  id,
  title,
  startsLocal,
  zone,
  startsAt,
  durationMinutes,
  status,
}: BookingRecord): JsonObject {
  return { bookingId: id, title, startsLocal, zone, startsAt, durationMinutes, status };
}

/** Whose time it would take is nobody's business: what is taken comes back as not free, and nothing else. */
async function checkAppointmentTime(
  ports: AppointmentPorts,
  { args, forWhom }: ToolCall,
): Promise<ToolAnswer> {
  const [bookingId, toLocal, which] = [String(args['bookingId']), String(args['toLocal']), args['which']];
  if (!isLocalTime(toLocal)) return nothing('not_found', 'time_unreadable');
  const found = await readCalendar(ports, forWhom.tenant, { bookingId, toLocal });
  if (found.outcome === 'no_answer') return nothing('no_answer', found.code);
  if (found.outcome === 'gone' || found.records.booking.customerId !== forWhom.customer)
    return nothing('not_found', 'appointment_not_found');
  const { records } = found;
  const wished: WishedTime = {
    ...{ toLocal, zone: records.booking.zone },
    ...(isWhich(which) ? { which } : {}),
  };
  const check = checkTime(wished, records);
  const asked = { bookingId, ...wished };
  const free = alternatives(toLocal, records).map(({ local }) => local);
  const result =
    check.outcome === 'fits'
      ? { ...asked, outcome: 'fits', startsAt: check.at.instant, offset: check.at.offset }
      : { ...asked, outcome: 'refused', code: check.code, reason: check.reason, free };
  return answered(result, `appointments/places/${records.place.id}`, records.readAt);
}
