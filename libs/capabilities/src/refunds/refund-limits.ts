import type { LimitsShape } from '../limits.js';

/** The section of refunds: the return window, and up to which amount nobody, only the customer, or one manager is asked. */
export const refundLimits = {
  windowDays: 'count',
  windowZone: 'zone',
  automaticUpToMinor: 'amounts',
  consentUpToMinor: 'amounts',
  oneManagerUpToMinor: 'amounts',
} as const satisfies LimitsShape;
