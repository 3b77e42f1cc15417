import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endingWithParent } from '@countersign/event-store/embedded';
import { expect, it } from '@jest/globals';
import { processorMsOf } from './processor-time.js';

const onLinux = process.platform === 'linux';

it('counts what a child used, while it lives and after it ended, where the system says so', async () => {
  const program = 'const end = process.cpuUsage().user + 60_000; while (process.cpuUsage().user < end);';
  const before = await processorMsOf(process.pid);
  const child = spawn(process.execPath, [...endingWithParent, '-e', program], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await once(child, 'exit');
  const used = ((await processorMsOf(process.pid)) ?? 0) - (before ?? 0);
  if (onLinux) expect(used).toBeGreaterThanOrEqual(40);
  else expect(before).toBeUndefined();
});

it('says nothing of a process that is not there', async () => {
  expect(await processorMsOf(0x7fffffff)).toBeUndefined();
});
