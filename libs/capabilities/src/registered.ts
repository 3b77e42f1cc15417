/**
 * Every capability there is, by the name of its folder. A new one is that folder, its rules in `policies/` and one
 * line here, with what it does behind it.
 */
export const registered: readonly string[] = [
  'refunds', // pays orders back
  'service-credits', // credits accounts for outages
  'accounts', // gives double charges back, closes accounts
  'follow-ups', // writes to the contact of an opportunity
  'appointments', // cancels appointments and moves them
];
