import { connect, createServer, type Server, type Socket } from 'node:net';
import type { RecordedEvent } from '@countersign/contracts';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { loopbackPort } from '../embedded/loopback-port.js';
import { SharedReader } from '../feed/shared-reader.js';
import { eventSource } from '../feed/source.js';
import { PostgresEventStore } from '../postgres-event-store.js';
import { someAppend, someEvent } from '../testing/samples.js';
import { type TestDatabase, testDatabase } from '../testing/test-database.js';
import { until } from '../testing/until.js';
import type { Projection } from './projection.js';
import { ReadModelRunner } from './read-model-runner.js';

const cases: Projection = {
  ...{ name: 'slow-cases', revision: 1, categories: ['case'] },
  project: (events) => ({ events: events.length }),
  sortKey: () => '0',
};

let database: TestDatabase;
let store: PostgresEventStore;
let way: Server;
let reader: SharedReader<RecordedEvent>;
let runner: ReadModelRunner | undefined;
let silent: boolean;
let unanswered: number;
const sockets = new Set<Socket>();

/** A way to the database on which nobody answers at first, as on a machine that is busy with its start. */
beforeEach(async () => {
  database = await testDatabase();
  store = new PostgresEventStore({ url: database.urls.countersign_coordinator });
  reader = new SharedReader(eventSource(store), { pollMs: 20 });
  reader.start();
  [silent, unanswered] = [true, 0];
  const port = Number(new URL(database.urls.countersign_reader).port);
  way = createServer((client) => {
    sockets.add(client);
    client.on('error', () => undefined);
    if (silent) {
      unanswered += 1;
      return;
    }
    const server = connect(port, '127.0.0.1');
    sockets.add(server);
    server.on('error', () => undefined);
    client.pipe(server).pipe(client);
  });
  const at = await loopbackPort(0);
  await new Promise<void>((listening) => way.listen(at, '127.0.0.1', listening));
});

afterEach(async () => {
  await runner?.stop();
  await reader.stop();
  for (const socket of sockets) socket.destroy();
  await new Promise((closed) => way.close(closed));
  await store.close();
  await database.dispose();
});

test('a model whose connection is not made in time waits, and is built when it can be', async () => {
  await store.append(someAppend('case-1', 0, [someEvent('CaseOpened')]));
  const url = new URL(database.urls.countersign_reader);
  url.port = String((way.address() as { port: number }).port);
  const stopped: unknown[] = [];
  const built = new ReadModelRunner({
    ...{ store, reader, projections: [cases] },
    connection: { url: url.href, connectTimeoutMs: 100 },
    onStopped: (_name, error) => stopped.push(error),
  });
  runner = built;
  built.start();
  await until(() => unanswered >= 3 || stopped.length > 0);
  expect(stopped).toEqual([]);
  silent = false;
  const { recorded } = await store.head();
  await until(async () => {
    const to = await built.builtTo(cases.name).catch(() => undefined);
    return to?.position === recorded.position;
  });
});
