import type { Scenario } from '../scenarios.js';

/** Ada cancels the appointment in Berlin that the sandbox brings, and nobody else is asked. */
export const scenario: Scenario = {
  person: 'ada',
  says: 'Please cancel my appointment bk_501.',
  yes: ['ada'],
  effect: {
    system: 'appointments',
    route: 'POST /v1/bookings/:id/cancellations',
    shows: { kind: 'cancellation', bookingId: 'bk_501' },
  },
};
