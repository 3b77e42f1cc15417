/** The outside world of service credits: a support desk with cases and incident reports, and a billing system. */
import type { StandIn } from '@countersign/sandbox/kit';
import { billing } from './sandbox/billing-system.js';
import { support } from './sandbox/support-system.js';

export const standIns: readonly StandIn[] = [support, billing];
