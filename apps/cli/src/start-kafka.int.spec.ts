import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, loopbackPort } from '@countersign/event-store/embedded';
import { describeOnKafka } from '@countersign/messaging/kafka/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { portsFrom, processPortsFrom } from './instance/ports.js';
import type { RunningInstance } from './instance/running-file.js';
import { CountersignProcess, runToEnd, until } from './testing/countersign-process.js';

await describeOnKafka('countersign start --bus kafka', () => {
  let folder: string;
  let instance: CountersignProcess;

  const start = async (...more: string[]) => {
    const where = ['--data', folder, '--port', '0'];
    instance = new CountersignProcess(['start', '--bus', 'kafka', ...where, ...more]);
    await instance.printed(/Ctrl-C stops everything/, 400_000);
    return announced();
  };

  const announced = async (): Promise<RunningInstance> =>
    JSON.parse(await readFile(join(folder, 'running.json'), 'utf8'));

  const processesOf = ({ kafka, sandboxPid }: RunningInstance): number[] => [
    sandboxPid,
    ...Object.values(kafka?.pids ?? {}),
  ];

  const brokerPid = async () =>
    Number((await readFile(join(folder, 'kafka/kafka.pid'), 'utf8')).split('\n')[0]);

  const playedDemo = async () => {
    const played = await runToEnd(['demo', '--data', folder]);
    expect(played).toMatchObject({ code: 0, err: '' });
    expect(played.out.match(/They agree\./g)).toHaveLength(2);
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-start-kafka-'));
    await chmod(folder, 0o755);
  });

  afterAll(async () => {
    if (instance?.running) instance.kill('SIGTERM');
    await instance?.ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  test('the relay and every service are processes of their own, and the demo plays on them', async () => {
    const running = await start();
    expect(instance.err).toBe('');
    expect(Object.keys(running.kafka?.pids ?? {}).sort()).toEqual([
      'approval_service',
      'coordinator',
      'executor',
      'gateway',
      'policy_gate',
      'reconciler',
      'refund_specialist',
      'relay',
    ]);
    expect(processesOf(running).every(isAlive)).toBe(true);
    const ready = async () => (await fetch(`${running.services.gateway}/readyz`)).json();
    // A broker counts as away while no answer of it is fresh, as on a machine that is busy with eight starts.
    await until(async () => ((await ready()) as { status: string }).status === 'ready');
    expect(await ready()).toMatchObject({ database: 'up', broker: 'up' });
    await playedDemo();
  });

  test('a killed service is named and started again, and goes on with the work', async () => {
    const before = (await announced()).kafka?.pids.executor ?? 0;
    process.kill(before, 'SIGKILL');
    await instance.printed(/The executor ended by itself \(signal SIGKILL\); it is started again\./);
    await until(async () => (await announced()).kafka?.pids.executor !== before);
    await playedDemo();
  });

  test('killed with -9, its processes end, and it starts again with what it had', async () => {
    const before = await announced();
    instance.kill('SIGKILL');
    await instance.ended;
    const after = await start();
    expect(processesOf(before).filter(isAlive)).toEqual([]);
    expect(after.kafka?.pids.relay).not.toBe(before.kafka?.pids.relay);
    const verified = await runToEnd(['verify', '--data', folder]);
    // Its proposals and cases, and a stream for each comparison with a ledger whose time has come.
    expect(verified.out).toMatch(/^(?:[89]|\d{2}) streams, [^\n]* verified/);
    await playedDemo();
  });

  test('the topics alone give the same proposals and cases as the store', async () => {
    const replay = (...args: string[]) => runToEnd(['replay', '--data', folder, ...args]);
    const proposals = await replay('--from-topic', 'countersign.proposals', '--compare');
    expect(proposals).toMatchObject({ code: 0, err: '' });
    expect(proposals.out.match(/proposal-\S+ {2}● Carried out, once/g)).toHaveLength(6);
    expect(proposals.out).toMatch(/6 proposals rebuilt from \d+ events of countersign\.proposals; 0 with/);
    expect(proposals.out).toMatch(/The store says the same of 6\.\n$/);
    const cases = await replay('--from-topic', 'countersign.cases', '--compare');
    expect(cases.out).toMatch(/6 cases rebuilt from [^\n]*\nThe store says the same of 6\.\n$/);
    const later = await replay('--from-topic', 'countersign.proposals', '--since', '2100-01-01T00:00:00Z');
    expect(later.out).toMatch(/^0 proposals rebuilt from 0 events/);
    const middle = await replay('--from-topic', 'countersign.proposals', '--from-offset', '3');
    expect(middle.out).toMatch(/not whole: read from version \d/);
    expect(middle.out).toMatch(/not whole, begun before what was read/);
    const other = await replay('--from-topic', 'countersign.proposals', '--topic-prefix', 'other.');
    expect(other.err).toBe('The cluster has no topic other.countersign.proposals.\n');
  });

  test('SIGTERM stops it, exit 0, with no process left', async () => {
    const all = [...processesOf(await announced()), await brokerPid()];
    instance.kill('SIGTERM');
    expect(await instance.ended).toBe(0);
    expect(all.filter(isAlive)).toEqual([]);
    await expect(announced()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('without Java, or with a taken port, or with --fresh on a cluster of others: one sentence each', async () => {
    const refused = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
      const { code, err } = await runToEnd(['start', '--bus', 'kafka', '--data', folder, ...args], env);
      expect(code).toBe(1);
      expect(err).toMatch(/^[^\n]+\.\n$/);
      return err;
    };
    expect(await refused(['--port', '0'], { PATH: '/nowhere', JAVA_HOME: '' })).toMatch(/Java/);
    const { server, first } = await takenProbe();
    const taken = await refused(['--port', String(first)]).finally(() => server.close());
    expect(taken).toContain(
      `Port ${first + 6}, wanted for the executor's probes, is in use by another program`,
    );
    const given = ['--port', '0', '--brokers', '127.0.0.1:1'];
    expect(await refused(given)).toBe('No Kafka broker answers at 127.0.0.1:1.\n');
    expect(await refused([...given, '--fresh'])).toMatch(/^--fresh does not empty the topics/);
  });
});

/**
 * A first port, well below those the system gives out by itself, whose port for the executor's probes is taken, and
 * no other of the plan.
 */
async function takenProbe(): Promise<{ server: Server; first: number }> {
  for (let first = 11_000; first < 20_000; first += 100) {
    const wanted = Object.values({ ...portsFrom(first), ...processPortsFrom(first) });
    const free = await Promise.all(wanted.map((port) => loopbackPort(port).catch(() => undefined)));
    if (free.includes(undefined)) continue;
    const server = createServer();
    const listens = await new Promise<boolean>((done) => {
      server.once('error', () => done(false));
      server.listen(first + 6, '127.0.0.1', () => done(true));
    });
    if (listens) return { server, first };
  }
  throw new Error('No port is free.');
}
