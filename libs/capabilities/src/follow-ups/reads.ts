/** What follow-ups read, and where: the CRM, to draft, to judge and to settle. */
import { readSide } from '../outside.js';
import { createCrmReader } from './crm/read.js';
import { followUpReads } from './follow-up-reads.js';

export const reads = readSide({
  needs: { crm: { system: 'crm', purpose: 'read', drafting: true } },
  open: ({ crm }, { settleWindowMs }) => followUpReads({ crm: createCrmReader(crm, settleWindowMs) }),
});
