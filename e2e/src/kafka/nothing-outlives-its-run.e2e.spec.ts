import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { commandOf, endingWithParent, isAlive } from '@countersign/event-store/embedded';
import { describeOnKafka } from '@countersign/messaging/kafka/testing';
import { waitFor } from '@countersign/testing';
import { afterAll, expect, test } from '@jest/globals';

const program = fileURLToPath(new URL('./run-of-its-own.js', import.meta.url));
const processes = promisify(execFile);

/** Everything that was started below a process, whatever group it is in. */
async function startedBelow(pid: number): Promise<number[]> {
  const { stdout } = await processes('ps', ['-e', '-o', 'pid=,ppid=']);
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const found = [pid];
  for (const parent of found) found.push(...all.flatMap(([own = 0, of]) => (of === parent ? [own] : [])));
  return found.slice(1);
}

await describeOnKafka('a run that is killed without a word', () => {
  let run: ChildProcess | undefined;
  let below: readonly number[] = [];
  afterAll(() => {
    run?.kill('SIGKILL');
    // Where this fails, it is not to leave what it found.
    for (const left of below.filter(isAlive)) process.kill(left, 'SIGKILL');
  });

  test('leaves no service, no relay, no database and no broker behind', async () => {
    // The run that this test belongs to is another one.
    const { COUNTERSIGN_TEST_RUN: _ours, ...env } = process.env;
    const started = spawn(process.execPath, [...endingWithParent, program], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env,
    });
    run = started;
    let said = '';
    started.stdout.on('data', (chunk) => {
      said += chunk;
    });
    await waitFor('the run to stand', () => said.includes('started') || undefined, { withinMs: 200_000 });

    below = await startedBelow(started.pid ?? 0);
    const commands = (await Promise.all(below.map(commandOf))).join('\n');
    for (const one of ['apps/executor', 'apps/reconciler', 'apps/relay', 'postgres -D', 'kafka.Kafka'])
      expect(commands).toContain(one);

    started.kill('SIGKILL');
    await waitFor('all of them to end', () => !below.some(isAlive) || undefined, {
      describe: async () =>
        (await Promise.all(below.filter(isAlive).map(commandOf))).map((one) => one.slice(0, 200)).join('\n'),
    });
  });
});
