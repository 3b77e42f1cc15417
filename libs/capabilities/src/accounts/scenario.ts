import type { Scenario } from '../scenarios.js';

/** Closing takes the customer's own yes and a manager's, always. */
export const scenario: Scenario = {
  person: 'ada',
  says: 'Please close my account acct_7719',
  yes: ['ada', 'maya'],
  effect: {
    system: 'accounts',
    route: 'POST /v1/accounts/:id/closures',
    shows: { kind: 'closure', accountId: 'acct_7719' },
  },
};
