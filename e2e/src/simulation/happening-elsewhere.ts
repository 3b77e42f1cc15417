import type { Event } from './happenings.js';
import type { World } from './world.js';

type Wish = Extract<Event, { readonly what: 'ask_for_credit' | 'ask_for_follow_up' | 'ask_for_appointment' }>;

/** What a customer or a seller writes when they want something that is no refund. */
export function wishIn(event: Wish): string {
  switch (event.what) {
    case 'ask_for_credit':
      return `Our shop was down for five hours. Please give us the service credit for the outage, case ${event.caseId}.`;
    case 'ask_for_follow_up':
      return `Please send a follow-up for opportunity ${event.opportunityId}${event.words}.`;
    case 'ask_for_appointment':
      return event.wish === 'cancel'
        ? `Please cancel my appointment ${event.bookingId}.`
        : `Please move my appointment ${event.bookingId} to ${event.wish}.`;
  }
}

/** What others change in the systems of the capabilities, without asking us. */
export function inTheirSystems({ standIns, scheduler }: World, event: Event): void {
  // Another version, and another amount that is due.
  if (event.what === 'correct_invoice')
    standIns.write('billing', `/invoices/${event.invoiceId}`, { totalMinor: event.totalMinor });
  if (event.what === 'opt_out') standIns.write('crm', `/contacts/${event.contactId}`, { doNotContact: true });
  if (event.what === 'bounce') standIns.bounces(event.opportunityId);
  if (event.what === 'change_booking')
    standIns.write('appointments', `/bookings/${event.bookingId}`, event.to);
  if (event.what === 'write_by_hand') {
    const { opportunityId, contactId } = event;
    const createdAt = new Date(scheduler.nowMs).toISOString();
    const words = {
      channel: 'email',
      recipient: 'somebody@northwind.example',
      subject: 'Hello',
      body: 'Hello.',
    };
    const message = { opportunityId, contactId, ...words, tenant: 'fjordlight', createdAt };
    standIns.write('crm', '/messages/by_hand', message, 'PUT');
  }
}
