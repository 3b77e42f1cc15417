/** What changes of appointments read, and where. Drafting one needs it. */
import { readSide } from '../outside.js';
import { appointmentReads } from './appointment-reads.js';
import { createAppointmentsReader } from './calendar/read.js';

export const reads = readSide({
  needs: { appointments: { system: 'appointments', purpose: 'read', drafting: true } },
  open: ({ appointments }, { settleWindowMs }) =>
    appointmentReads({ appointments: createAppointmentsReader(appointments, settleWindowMs) }),
});
