/** The outside world of accounts: accounts with their charges and invoices, and closing one. */
import type { StandIn } from '@countersign/sandbox/kit';
import { accounts } from './sandbox/accounts-system.js';

export const standIns: readonly StandIn[] = [accounts];
