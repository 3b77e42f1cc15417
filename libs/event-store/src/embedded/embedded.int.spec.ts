import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { SharedReader } from '../feed/shared-reader.js';
import { eventSource } from '../feed/source.js';
import { migrate } from '../migrate.js';
import { START } from '../port.js';
import { PostgresEventStore } from '../postgres-event-store.js';
import { someAppend, someEvent } from '../testing/samples.js';
import { until } from '../testing/until.js';
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.js';
import { isAlive, startOf } from './processes.js';

describe('the embedded server', () => {
  let folder: string;
  let server: EmbeddedPostgres | undefined;

  const start = async (options: Partial<EmbeddedOptions> = {}) => {
    server = await startEmbeddedPostgres({ folder, port: 0, durable: false, ...options });
    return server;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-embedded-'));
    await chmod(folder, 0o755);
  });

  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('keeps data and password over a restart, the password for its owner alone', async () => {
    const first = await start();
    const client = new pg.Client({ connectionString: first.url });
    await client.connect();
    await client.query('create table kept as select 42 as answer');
    await client.end();
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    expect((await stat(join(folder, 'superuser-password'))).mode & 0o777).toBe(0o600);
    const again = await start();
    const reader = new pg.Client({ connectionString: again.url });
    await reader.connect();
    expect((await reader.query('select answer from kept')).rows).toEqual([{ answer: 42 }]);
    const { rows } = await reader.query(`select current_setting('listen_addresses') as tcp,
      current_setting('unix_socket_directories') as sockets`);
    expect(rows).toEqual([{ tcp: '127.0.0.1', sockets: '' }]);
    await reader.end();
    await again.stop();
  });

  test('a taken port is one clear sentence with a code', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await until(() => other.listening);
    const { port } = other.address() as { port: number };
    await expect(start({ port })).rejects.toMatchObject({
      code: 'port_taken',
      message: `Port ${port} is in use by another program; choose another port.`,
    });
    other.close();
  });

  test('the server a killed owner left behind is ended before a new one starts', async () => {
    const orphan = await start({ outlivesProcess: true });
    // What a killed owner leaves: its server, and a word about a process that is no more.
    await writeFile(join(folder, 'owner'), '999999999\n1');
    const next = await start();
    expect(isAlive(orphan.pid)).toBe(false);
    expect(isAlive(next.pid)).toBe(true);
    await next.stop();
  });

  test('a folder whose owner lives is not taken', async () => {
    const parent = process.ppid;
    await writeFile(join(folder, 'owner'), `${parent}\n${await startOf(parent)}`);
    await expect(start()).rejects.toMatchObject({ code: 'data_folder_in_use' });
    await rm(join(folder, 'owner'));
  });

  test('data of another major version is refused and left alone', async () => {
    const file = join(folder, 'data/PG_VERSION');
    await writeFile(file, '17\n');
    await expect(start()).rejects.toMatchObject({ code: 'other_server_version' });
    expect(await readFile(file, 'utf8')).toBe('17\n');
    await writeFile(file, '18\n');
    await rm(join(folder, 'owner'), { force: true });
  });

  test('its death is told once; appends then say retryable, and store and reader go on when it is back', async () => {
    const deaths: string[] = [];
    const first = await start({ onDied: (reason) => deaths.push(reason) });
    const port = first.port;
    await migrate(first.url, { rolePasswords: { countersign_coordinator: 'secret' } });
    const url = `postgres://countersign_coordinator:secret@127.0.0.1:${port}/postgres`;
    const store = new PostgresEventStore({ url });
    const reader = new SharedReader(eventSource(store), { pollMs: 20 });
    reader.start();
    const following = reader.follow(START);
    const request = someAppend('case-1', 0, [someEvent('CaseOpened')]);
    expect(await store.append(request)).toMatchObject({ outcome: 'appended' });
    expect((await following.next()).value?.items).toHaveLength(1);

    process.kill(first.pid, 'SIGQUIT');
    await until(() => deaths.length === 1 && !isAlive(first.pid));
    const lost = someAppend('case-2', 0, [someEvent('CaseOpened')]);
    await expect(store.append(lost)).rejects.toMatchObject({ code: 'store_unavailable', retryable: true });
    await until(() => reader.troubled);

    await start({ port });
    expect(await store.append(request)).toEqual({ outcome: 'duplicate', version: 1 });
    expect(await store.append(lost)).toMatchObject({ outcome: 'appended' });
    expect((await following.next()).value?.items).toMatchObject([{ stream: 'case-2' }]);
    expect(deaths).toHaveLength(1);
    await reader.stop();
    await store.close();
  });
});
