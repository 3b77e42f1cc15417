import type { IngressMessage, RecordedEvent } from '@countersign/contracts';
import { PostgresEventStore, SubjectKeys } from '@countersign/event-store';
import { type TestDatabase, testDatabase } from '@countersign/event-store/testing';
import { createLogger } from '@countersign/telemetry';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { poison } from '../failure/failure.js';
import { append, someEvent } from '../testing/events.js';
import { rule, serviceOf } from '../testing/rule.js';
import { until } from '../testing/until.js';
import type { Wiring } from '../wiring/wiring.js';
import { type Host, startHost } from './host.js';

const wrappingKey = Buffer.alloc(32, 7);
const tenant = 'fjordlight';
const topic = 'countersign.customer-requests';

const lastWords = {
  name: 'last-words',
  revision: 1,
  categories: ['case'],
  project: (events: readonly RecordedEvent[]) => ({ said: String(events.at(-1)?.data['text'] ?? '') }),
  sortKey: () => '',
};

describe('a process that seals what people say', () => {
  let database: TestDatabase;
  let host: Host;
  let wiring: Wiring;
  let keyless: Host;
  let raw: PostgresEventStore;
  let broken = true;
  const heard: string[] = [];
  const seenWithoutKeys: unknown[] = [];

  const hear = (words: string) => {
    if (broken) throw poison('unreadable', 'Not yet.');
    heard.push(words);
  };
  const rules = serviceOf('coordinator', [
    rule<RecordedEvent>('CustomerMessageReceived', ({ data }) => hear(String(data['text']))),
    rule<IngressMessage>(topic, ({ value }) => hear(Buffer.from(value).toString())),
  ]);
  const coordinator = {
    ...rules,
    readModels: [lastWords],
    module: (given: Wiring) => {
      wiring = given;
      return rules.module(given);
    },
  };
  const started = (services: Parameters<typeof startHost>[0]['services'], env: Record<string, string>) =>
    startHost({
      services,
      databaseUrlOf: (service) => database.urls[`countersign_${service}`],
      readerUrl: database.urls.countersign_reader,
      env,
      logger: createLogger({ service: 'test', level: 'silent', now: () => Date.now() }),
    });
  const tables = async () =>
    JSON.stringify(
      await raw.query(
        'all-of-it',
        `select data as text from countersign.events
         union all select convert_from(value, 'UTF8') from countersign.messages
         union all select convert_from(bytes, 'UTF8') || envelope from countersign.parked
         union all select document::text from countersign.read_models`,
        [],
      ),
    );

  beforeAll(async () => {
    database = await testDatabase();
    raw = new PostgresEventStore({ url: database.urls.countersign_auditor });
    let publish: Wiring['ingress']['publish'] | undefined;
    const silent = serviceOf('gateway', []);
    const front = {
      ...silent,
      module: (given: Wiring) => {
        publish = (...message) => given.ingress.publish(...message);
        return silent.module(given);
      },
    };
    host = await started([coordinator, front], {
      SUBJECT_KEYS_WRAPPING_KEY: wrappingKey.toString('base64'),
    });
    const gate = rule<RecordedEvent>('CustomerMessageReceived', ({ data }) =>
      seenWithoutKeys.push(data['text']),
    );
    keyless = await started([serviceOf('policy_gate', [gate])], {});
    const message = { tenant, key: 'c', id: 'm-1', headers: {}, value: 'call 555-1234', writtenBy: 'ada' };
    await publish?.(topic, message);
  });
  afterAll(async () => {
    await Promise.all([host.stop(), keyless.stop(), raw.close()]);
    await database.dispose();
  });

  test('keeps them in clear neither in events nor messages nor read models nor what is set aside', async () => {
    const opened = someEvent('CaseOpened', { customer: { subject: 'ada', name: 'Ada' } });
    const said = someEvent('CustomerMessageReceived', { text: 'mail ada@example.org', from: 'ada' });
    await append(wiring.store, 'case-1', 0, opened, said);
    await until(async () => (await host.parked()).filter(({ code }) => code === 'unreadable').length >= 2);
    await until(async () => (await tables()).includes('[sealed]'));
    expect(await tables()).not.toMatch(/ada@example|555-1234/);
  });

  test('gives them to a rule as they were said, also when it hears what had been set aside', async () => {
    broken = false;
    for (const { id } of await host.parked()) await host.retry(id);
    await until(() => heard.includes('mail ada@example.org') && heard.includes('call 555-1234'));
  });

  test('hides them from a process that was given no key', async () => {
    await until(() => seenWithoutKeys.includes('[sealed]'));
    expect(seenWithoutKeys).not.toContain('mail ada@example.org');
  });

  test('lets go of what it had folded as soon as somebody is forgotten', async () => {
    const said = async () => {
      const { state } = await wiring.cases.load(tenant, '1');
      return state.status === 'absent' ? '' : state.messages.at(-1)?.text;
    };
    expect(await said()).toBe('mail ada@example.org');
    const operators = new PostgresEventStore({ url: database.urls.countersign_reconciler });
    await new SubjectKeys(operators, { wrappingKey }).erase({ tenant, subject: 'ada' });
    await operators.close();
    await until(async () => (await said()) === '[forgotten]');
  });

  test('does not start with a key that is none', async () => {
    const starting = started([coordinator], { SUBJECT_KEYS_WRAPPING_KEY: 'c2hvcnQ=' });
    await expect(starting).rejects.toMatchObject({
      code: 'configuration_invalid',
      problems: [{ key: 'SUBJECT_KEYS_WRAPPING_KEY', problem: 'is not 32 bytes in base64' }],
    });
  });
});
