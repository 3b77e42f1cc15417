import type { LimitsShape } from '../limits.js';

/** The section of refunds: the return window, and up to which amount nobody or only the customer is asked. */
export const refundLimits = {
  windowDays: 'count',
  windowZone: 'zone',
  automaticUpToMinor: 'amounts',
  consentUpToMinor: 'amounts',
} as const satisfies LimitsShape;
