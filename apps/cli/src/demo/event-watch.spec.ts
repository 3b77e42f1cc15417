import { caseStream, type RecordedEvent } from '@countersign/contracts';
import { StoreError } from '@countersign/event-store';
import { describe, expect, it } from '@jest/globals';
import { EventWatch, type Watched } from './event-watch.js';

const START = { transactionId: '0', position: '0' };
const opened = { stream: caseStream('c1'), type: 'CaseOpened', data: {} } as unknown as RecordedEvent;

/** A record that is away at each of the first reads, and then has one event. */
function recordAwayFor(reads: number): Watched['store'] {
  let left = reads;
  return {
    head: async () => ({ readable: START, newest: START }) as never,
    readAfter: async () => {
      left -= 1;
      if (left >= 0) throw new StoreError('store_unavailable', 'The event store is not available.');
      return { events: [opened], cursor: START } as never;
    },
  };
}

const watching = async (isRunning: () => boolean) => {
  const watch = await EventWatch.open({ store: recordAwayFor(3), isRunning, onEvent: () => undefined });
  watch.follow('c1');
  return watch.until('the case', ({ type }) => type === 'CaseOpened');
};

describe('watching the record of an instance', () => {
  it('goes on where the database was slow for a while', async () => {
    await expect(watching(() => true)).resolves.toBe(opened);
  });

  it('ends at once where the instance is gone', async () => {
    await expect(watching(() => false)).rejects.toMatchObject({ code: 'store_unavailable' });
  });
});
