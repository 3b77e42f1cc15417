import { describeParking } from '@countersign/messaging/testing';
import { MemoryParking } from './memory-parking.js';

// Seed 134: one conversation was heard out of order, because an order counted as halted only by its first message.
describeParking('what is set aside in a simulated world', async () => {
  const parking = new MemoryParking(() => '2026-11-30T09:00:00.000Z');
  return {
    parking,
    standing: async (service) => parking.waiting().filter((each) => each.service === service),
    close: async () => undefined,
  };
});
