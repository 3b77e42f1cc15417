import { describeEventStore } from './event-store-contract.js';
import { MemoryEventStore } from './memory-event-store.js';
import { describeReservations } from './reservation-contract.js';

const open = async () => ({
  store: new MemoryEventStore({ service: 'policy_gate' }),
  close: () => Promise.resolve(),
});

describeEventStore('the store in memory', open);
describeReservations('reservations in memory', open);
