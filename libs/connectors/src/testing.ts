/**
 * The contract of payments: what every stand-in for the provider must do, and what the connector must make of
 * each of its faults. A fake that does not pass this suite is not used. Only for tests; it needs Jest.
 */
export { describePaymentListing } from './testing/payment-listing-contract.js';
export { describePaymentReads } from './testing/payment-reads-contract.js';
export { describePaymentWrites } from './testing/payment-writes-contract.js';
export type { PaymentEffect, PaymentFault, PaymentsWorld, SentRequest } from './testing/payments-world.js';
