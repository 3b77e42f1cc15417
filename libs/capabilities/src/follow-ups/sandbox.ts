/** The outside world of follow-ups: a CRM with opportunities, contacts, templates, messages and their delivery. */
import type { StandIn } from '@countersign/sandbox/kit';
import { crmSystem } from './sandbox/crm-system.js';

const keys = { read: 'sandbox-crm-read', write: 'sandbox-crm-write' };

export const standIns: readonly StandIn[] = [
  {
    name: 'crm',
    note: 'opportunities, contacts, templates, messages; 7 is ada’s, with Dana',
    keys,
    open: (ledger, { now }) => crmSystem(ledger, { keys, now }),
  },
];
