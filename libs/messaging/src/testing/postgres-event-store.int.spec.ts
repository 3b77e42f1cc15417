import { PostgresEventStore } from '@countersign/event-store';
import { testDatabase } from '@countersign/event-store/testing';
import { describeEventStore } from './event-store-contract.js';
import { describeReservations } from './reservation-contract.js';

const open = async () => {
  const database = await testDatabase();
  const store = new PostgresEventStore({ url: database.urls.countersign_policy_gate });
  return {
    store,
    close: async () => {
      await store.close();
      await database.dispose();
    },
  };
};

describeEventStore('the store on PostgreSQL', open);
describeReservations('reservations on PostgreSQL', open);
