import { testDatabase } from '@countersign/event-store/testing';
import { createLogger } from '@countersign/telemetry';
import { expect, test } from '@jest/globals';
import { serviceOf } from '../testing/rule.js';
import { reportToken } from '../wiring/tokens.js';
import type { ServiceDefinition } from '../wiring/wiring.js';
import { startHost } from './host.js';

/** One that says something of its own beside what every service does. */
function reporting(): ServiceDefinition {
  const plain = serviceOf('executor', []);
  return {
    ...plain,
    module: async (wiring) => ({
      ...(await plain.module(wiring)),
      providers: [{ provide: reportToken, useValue: () => ({ targets: 'all of them' }) }],
    }),
  };
}

test('a start logs no error, whether or not a service has something of its own to report', async () => {
  const database = await testDatabase();
  const lines: string[] = [];
  const host = await startHost({
    services: [serviceOf('coordinator', []), reporting()],
    databaseUrlOf: (service) => database.urls[`countersign_${service}`],
    readerUrl: database.urls.countersign_reader,
    env: {},
    logger: createLogger({
      ...{ service: 'test', level: 'error', now: () => Date.now() },
      destination: { write: (line) => lines.push(line) },
    }),
  });
  const { services } = await host.ready();
  await host.stop();
  await database.dispose();
  expect(lines).toEqual([]);
  expect(services).toMatchObject([
    { service: 'coordinator' },
    { service: 'executor', report: { targets: 'all of them' } },
  ]);
});
