/** The outside world of appointments: places with opening hours, appointments there, and changing one. */
import type { StandIn } from '@countersign/sandbox/kit';
import { appointments } from './sandbox/appointments-system.js';

export const standIns: readonly StandIn[] = [appointments];
