import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EmbeddedPostgres,
  endingWithParent,
  isAlive,
  startEmbeddedPostgres,
} from '@countersign/event-store/embedded';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import type { RunningInstance } from './instance/running-file.js';
import { CountersignProcess, PROGRAM, runToEnd, until } from './testing/countersign-process.js';

let folder: string;
let instance: CountersignProcess;

const start = async () => {
  instance = new CountersignProcess(['start', '--data', folder, '--port', '0']);
  await instance.printed(/Ctrl-C stops everything/);
  return announced();
};

const announced = async (): Promise<RunningInstance> =>
  JSON.parse(await readFile(join(folder, 'running.json'), 'utf8'));

const databasePid = async (): Promise<number> =>
  Number((await readFile(join(folder, 'database/data/postmaster.pid'), 'utf8')).split('\n')[0]);

const stopped = async (signal: NodeJS.Signals) => {
  instance.kill(signal);
  return instance.ended;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-start-'));
  await chmod(folder, 0o755);
});

afterAll(async () => {
  if (instance?.running) await stopped('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

describe('countersign start', () => {
  test('says what is up and under which role, is ready, and keeps its secrets to its owner', async () => {
    const { services, outside } = await start();
    expect(instance.err).toBe('');
    for (const role of ['gateway', 'coordinator', 'refund_specialist', 'policy_gate', 'approval_service']) {
      expect(instance.out).toContain(`role countersign_${role}`);
    }
    for (const url of [...Object.values(services), ...Object.values(outside)]) {
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect(instance.out).toContain(url);
    }
    expect(await (await fetch(`${services.gateway}/readyz`)).json()).toMatchObject({ status: 'ready' });
    for (const file of [
      'running.json',
      'role-passwords.json',
      'approval-key.pem',
      'seal-key.pem',
      'subject-keys-wrapping-key',
    ]) {
      expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
    }
  });

  test('a second start on the same folder is refused in one sentence, and harms nothing', async () => {
    const second = await runToEnd(['start', '--data', folder, '--port', '0']);
    expect(second.code).toBe(1);
    expect(second.err).toMatch(
      /^Countersign is already running on \S+ \(process \d+, http:\S+\);[^\n]*\.\n$/,
    );
    const { gateway } = (await announced()).services;
    expect((await fetch(`${gateway}/readyz`)).status).toBe(200);
  });

  test('the demo plays on it, twice over, and the three records agree', async () => {
    const played = await runToEnd(['demo', '--data', folder]);
    expect(played.out.match(/They agree\./g)).toHaveLength(2);
    expect(played.out).toMatch(/OutcomeUnknown by executor/);
    expect(played.out).toMatch(/1 refund: re_\w+, 79\.00 EUR; 1 call to make it, whose answer was lost/);
    expect(played).toMatchObject({ code: 0, err: '' });
    const [, id = ''] = /show ([0-9a-f]{8})/.exec(played.out) ?? [];
    const shown = await runToEnd(['show', id, '--data', folder]);
    expect(shown).toMatchObject({ code: 0, err: '' });
    expect(shown.out).toMatch(/● Carried out, once/);
    expect(shown.out).toMatch(/○ unopened: yes/);
    const json = await runToEnd(['show', id, '--json', '--data', folder]);
    expect(JSON.parse(json.out)).toMatchObject({ kind: 'proposal', state: { status: 'completed' } });
    const madeUp = await runToEnd(['show', 'ffffffff-ffff', '--data', folder]);
    expect(madeUp).toMatchObject({ code: 1, out: '' });
    expect(madeUp.err).toMatch(/^There is no proposal and no case [^\n]*\.\n$/);
  });

  test('killed with -9, it starts again by itself, with what it had', async () => {
    const before = await announced();
    await stopped('SIGKILL');
    const { services, sandboxPid } = await start();
    expect(isAlive(before.sandboxPid)).toBe(false);
    expect(isAlive(sandboxPid)).toBe(true);
    expect((await fetch(`${services.gateway}/readyz`)).status).toBe(200);
    const verified = await runToEnd(['verify', '--data', folder]);
    expect(verified).toMatchObject({ code: 0, err: '' });
    // Its proposals and cases, and a stream for each comparison with a ledger whose time has come.
    expect(verified.out).toMatch(
      /^(?:[4-9]|\d{2}) streams, \d+ events, \d+ seals? verified in .* events a second\./,
    );
    expect(verified.out).toMatch(/Nothing was altered\.\n$/);
  });

  test('SIGTERM stops it, exit 0, with no process left', async () => {
    const { sandboxPid } = await announced();
    const database = await databasePid();
    expect(await stopped('SIGTERM')).toBe(0);
    expect([sandboxPid, database].filter(isAlive)).toEqual([]);
    await expect(announced()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('S52: a superuser’s edit is found by verify, with stream and version, also while nothing runs', async () => {
    const server = await startEmbeddedPostgres({ folder: join(folder, 'database'), port: 0 });
    const superuser = new pg.Client({ connectionString: server.url });
    await superuser.connect();
    await superuser.query('set session_replication_role = replica');
    const { rows } = await superuser.query<{ stream: string; version: number }>(
      `update countersign.events set data = replace(data, '7900', '9900')
       where (stream, version) = (select stream, version from countersign.events
         where type = 'ProposalDrafted' order by stream limit 1) returning stream, version`,
    );
    await superuser.end();
    await server.stop();
    const verified = await runToEnd(['verify', '--data', folder]);
    expect(verified.code).toBe(1);
    expect(verified.out).toContain(`${rows[0]?.stream} version ${rows[0]?.version} is not what was recorded`);
  });
});

describe('countersign start under npm', () => {
  test('ends when npm’s shell is killed without a word, and leaves nothing running', async () => {
    const own = join(folder, 'npm');
    const program = [process.execPath, ...endingWithParent, PROGRAM].map((word) => `"${word}"`).join(' ');
    const line = `${program} start --data "${own}" --port 0; true`;
    const { DATABASE_URL: _none, ...env } = process.env;
    const shell = spawn('sh', ['-c', line], {
      env: { ...env, npm_lifecycle_event: 'start' },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const found = () => readFile(join(own, 'running.json'), 'utf8').catch(() => '');
    await until(async () => (await found()) !== '');
    const { pid, sandboxPid } = JSON.parse(await found()) as RunningInstance;
    shell.kill('SIGKILL');
    await until(() => !isAlive(pid));
    expect(isAlive(sandboxPid)).toBe(false);
    expect(await found()).toBe('');
  });
});

describe('countersign start, refused', () => {
  const listening = async (): Promise<{ server: Server; port: number }> => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return { server, port: (server.address() as { port: number }).port };
  };

  test('by a taken port: one sentence, exit 1, nothing left running', async () => {
    const { server, port } = await listening();
    const other = join(folder, 'taken');
    const refused = await runToEnd(['start', '--data', other, '--port', String(port)]);
    server.close();
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(
      /^Port \d+, wanted for the gateway, is in use by another program;[^\n]*\.\n$/,
    );
    await expect(stat(join(other, 'owner'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(stat(join(other, 'database'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('by a database that does not answer or a broken address: one sentence each, without the password', async () => {
    const { server, port } = await listening();
    await new Promise((done) => server.close(done));
    const other = join(folder, 'away');
    const args = ['start', '--data', other, '--port', '0'];
    const away = await runToEnd(args, {
      DATABASE_URL: `postgres://admin:hush@127.0.0.1:${port}/countersign`,
    });
    expect(away.code).toBe(1);
    expect(away.err).toBe(`Nothing answers at 127.0.0.1:${port}/countersign; is PostgreSQL running there?\n`);
    const broken = await runToEnd(args, { DATABASE_URL: 'mysql://hush' });
    expect(broken.code).toBe(1);
    expect(broken.err).toMatch(/^DATABASE_URL is not an address such as [^\n]*\.\n$/);
  });
});

describe('countersign start on a given PostgreSQL', () => {
  let server: EmbeddedPostgres;
  let databaseUrl: string;

  beforeAll(async () => {
    server = await startEmbeddedPostgres({ folder: join(folder, 'given'), port: 0, durable: false });
    databaseUrl = server.url.replace(/\/postgres$/, '/shop');
  });

  afterAll(async () => {
    await server?.stop();
  });

  test('creates the database it names, runs on it alone, and migrate finds it up to date', async () => {
    const environment = { DATABASE_URL: databaseUrl };
    const first = new CountersignProcess(
      ['start', '--data', join(folder, 'one'), '--port', '0'],
      environment,
    );
    await first.printed(/Ctrl-C stops everything/);
    const second = await runToEnd(['start', '--data', join(folder, 'two'), '--port', '0'], environment);
    expect(second.code).toBe(1);
    expect(second.err).toMatch(/^Another instance of Countersign is running on the database at [^\n]*\.\n$/);
    const migrated = await runToEnd(['migrate'], environment);
    expect(migrated).toMatchObject({ code: 0, err: '' });
    expect(migrated.out).toMatch(/ is up to date\.\n$/);
    first.kill('SIGINT');
    expect(await first.ended).toBe(0);
  });

  test('a wrong password is one sentence that does not repeat it', async () => {
    const wrong = new URL(databaseUrl);
    wrong.password = 'hush-hush';
    const refused = await runToEnd(['start', '--data', join(folder, 'three'), '--port', '0'], {
      DATABASE_URL: wrong.href,
    });
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/^PostgreSQL at \S+ does not let postgres in; [^\n]*\.\n$/);
    expect(refused.err).not.toContain('hush');
  });
});
