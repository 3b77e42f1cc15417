import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '@countersign/event-store/embedded';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '../testing/countersign-process.js';
import { withFreePorts } from './ports.js';
import { ServiceProcess } from './service-process.js';

let folder: string;
let log: FileHandle;
const started: ServiceProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-service-process-'));
  log = await open(join(folder, 'log'), 'a');
});

afterAll(async () => {
  await Promise.all(started.map((process) => process.stop()));
  await log.close();
  await rm(folder, { recursive: true, force: true });
});

interface Seen {
  readonly process: ServiceProcess;
  readonly restarts: string[];
  readonly givenUp: string[];
}

const run = async (program: string): Promise<Seen> => {
  const { port } = await withFreePorts({ port: 0 });
  const file = join(folder, `${port}.mjs`);
  await writeFile(file, program);
  const restarts: string[] = [];
  const givenUp: string[] = [];
  const process = new ServiceProcess({
    ...{ name: 'executor', file, env: { PORT: String(port) }, log: log.fd, firstBackoffMs: 10 },
    address: `http://127.0.0.1:${port}`,
    onRestart: (sentence) => restarts.push(sentence),
    onRestarted: () => undefined,
    onGivenUp: (sentence) => givenUp.push(sentence),
  });
  started.push(process);
  return { process, restarts, givenUp };
};

const answering = `
  import { createServer } from 'node:http';
  createServer((_, response) => response.end('{"ready":true}')).listen(process.env.PORT, '127.0.0.1');
`;

const never = new AbortController().signal;

test('what ends before it is ready has not started, and its own complaint is the reason', async () => {
  const { process, restarts } = await run(`throw new Error('The key is missing');`);
  await expect(process.untilReady(never)).rejects.toMatchObject({
    code: 'command_refused',
    message: 'The executor did not start: The key is missing.',
  });
  expect(restarts).toEqual([]);
});

test('what ends by itself is named and started again', async () => {
  const { process: service, restarts } = await run(answering);
  await service.untilReady(never);
  const first = service.pid;
  process.kill(first, 'SIGKILL');
  await until(() => service.pid !== first);
  await service.untilReady(never);
  expect(restarts).toEqual(['The executor ended by itself (signal SIGKILL); it is started again.']);
});

test('what ends again and again is given up after five times, with its reason', async () => {
  const word = join(folder, 'end');
  const {
    process: service,
    restarts,
    givenUp,
  } = await run(`${answering}
    import { existsSync } from 'node:fs';
    setInterval(() => { if (existsSync('${word}')) throw new RangeError('Out of range'); }, 10);
  `);
  await service.untilReady(never);
  await writeFile(word, '');
  await until(() => givenUp.length > 0);
  expect(restarts).toHaveLength(5);
  expect(givenUp).toEqual(['The executor ended 6 times within a minute: Out of range.']);
});

test('a stop is no death: nothing is named and nothing is started again', async () => {
  const { process: service, restarts } = await run(answering);
  await service.untilReady(never);
  const { pid } = service;
  await service.stop();
  expect(isAlive(pid)).toBe(false);
  expect(restarts).toEqual([]);
  expect(service.pid).toBe(pid);
});
