import { PostgresEventStore } from '@countersign/event-store';
import { testDatabase } from '@countersign/event-store/testing';
import { describeParking } from '../testing/parking-contract.js';
import { ParkedMessages } from './parked-messages.js';

describeParking('what is set aside in the table', async () => {
  const database = await testDatabase();
  const store = new PostgresEventStore({ url: database.urls.countersign_reader });
  const parking = new ParkedMessages((name, text, values) => store.query(name, text, values));
  return {
    parking,
    standing: (service) => parking.list({ service }),
    close: async () => {
      await store.close();
      await database.dispose();
    },
  };
});
