/** Where appointments are changed, and with which key. */
import { effectSide } from '../outside.js';
import { appointmentEffects } from './appointment-effects.js';
import { createAppointmentsWriter } from './calendar/write.js';

export const effects = effectSide({
  needs: { appointments: { system: 'appointments', purpose: 'write', drafting: false } },
  open: ({ appointments }) => appointmentEffects({ appointments: createAppointmentsWriter(appointments) }),
});
