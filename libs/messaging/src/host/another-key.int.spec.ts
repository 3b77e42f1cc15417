import { PostgresEventStore, SubjectKeys, sealingWith } from '@countersign/event-store';
import { type TestDatabase, testDatabase } from '@countersign/event-store/testing';
import { createLogger } from '@countersign/telemetry';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { append, someEvent } from '../testing/events.js';
import { serviceOf } from '../testing/rule.js';
import { until } from '../testing/until.js';
import { type Host, startHost } from './host.js';

const theirs = Buffer.alloc(32, 7);
const another = Buffer.alloc(32, 8);

describe('a process that is given another wrapping key than the one people’s keys were made with', () => {
  let database: TestDatabase;
  let writer: PostgresEventStore;
  let early: Host;
  const lines: string[] = [];

  const startedWith = (key: Uint8Array) =>
    startHost({
      services: [serviceOf('coordinator', [])],
      databaseUrlOf: (service) => database.urls[`countersign_${service}`],
      readerUrl: database.urls.countersign_reader,
      env: { SUBJECT_KEYS_WRAPPING_KEY: Buffer.from(key).toString('base64') },
      logger: createLogger({
        ...{ service: 'test', level: 'warn', now: () => Date.now() },
        destination: { write: (line) => lines.push(line) },
      }),
    });

  beforeAll(async () => {
    database = await testDatabase();
    const url = database.urls.countersign_coordinator;
    const keys = new PostgresEventStore({ url });
    const { events: codec } = sealingWith(keys, { wrappingKey: theirs });
    writer = new PostgresEventStore({ url, codec });
    // Before there is anything to hold its key against.
    early = await startedWith(another);
    await until(async () => (await early.ready()).services.every(({ status }) => status === 'hearing'));
    const opened = someEvent('CaseOpened', { customer: { subject: 'ada', name: 'Ada' } });
    await append(writer, 'case-1', 0, opened);
    await keys.close();
  });
  afterAll(async () => {
    await Promise.all([early.stop(), writer.close()]);
    await database.dispose();
  });

  test('does not start, and says which key it is', async () => {
    await expect(startedWith(another)).rejects.toMatchObject({
      code: 'configuration_invalid',
      problems: [
        {
          key: 'SUBJECT_KEYS_WRAPPING_KEY',
          problem: 'is not the key that people’s keys in this database were made with',
        },
      ],
    });
  });

  test('says so where it started earlier, instead of taking the database for away', async () => {
    await until(() => lines.some((line) => line.includes('"reader.stopped"')));
    expect(lines.filter((line) => line.includes('"reader.stopped"')).join()).toContain('wrong_wrapping_key');
    expect(lines.join()).not.toContain('reader.database_away');
  });

  test('starts with the right one', async () => {
    const host = await startedWith(theirs);
    await host.stop();
  });

  test('starts once everybody is forgotten whose key it does not open', async () => {
    const operators = new PostgresEventStore({ url: database.urls.countersign_reconciler });
    await new SubjectKeys(operators, { wrappingKey: another }).erase({
      tenant: 'fjordlight',
      subject: 'ada',
    });
    await operators.close();
    const host = await startedWith(another);
    await host.stop();
  });
});
