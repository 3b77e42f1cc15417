import { describeEventStore } from './event-store-contract.js';
import { MemoryEventStore } from './memory-event-store.js';

describeEventStore('the store in memory', async () => ({
  store: new MemoryEventStore({ service: 'policy_gate', mayAppend: (type) => type !== 'CaseRouted' }),
  close: () => Promise.resolve(),
}));
