/** The outside world of appointments: places with opening hours, appointments there, and changing one. */
import type { StandIn } from '@countersign/sandbox/kit';
import { appointmentsSystem } from './sandbox/appointments-system.js';

const keys = { read: 'sandbox-appointments-read', write: 'sandbox-appointments-write' };

export const standIns: readonly StandIn[] = [
  {
    name: 'appointments',
    note: 'appointments in Berlin and New York; bk_501 is ada’s and bk_503 is ben’s',
    keys,
    open: (ledger, { now }) => appointmentsSystem(ledger, { keys, now }),
  },
];
