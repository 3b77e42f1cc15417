/** The outside world of follow-ups: a CRM with opportunities, contacts, templates, messages and their delivery. */
import type { StandIn } from '@countersign/sandbox/kit';
import { crm } from './sandbox/crm-system.js';

export const standIns: readonly StandIn[] = [crm];
