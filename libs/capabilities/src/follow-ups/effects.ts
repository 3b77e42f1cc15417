/** Where a message is sent. */
import { effectSide } from '../outside.js';
import { createCrmWriter } from './crm/write.js';
import { followUpEffects } from './follow-up-effects.js';

export const effects = effectSide({
  needs: { crm: { system: 'crm', purpose: 'write', drafting: false } },
  open: ({ crm }) => followUpEffects({ crm: createCrmWriter(crm) }),
});
