import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from '@jest/globals';
import { endingWithParent, loopbackPort } from './embedded.js';

const file = new URL('./loopback-port.js', import.meta.url).href;
const started: ChildProcess[] = [];

afterAll(async () => {
  for (const child of started) {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
});

/** Another process that was given so many ports, and has not listened at any of them. */
async function givenElsewhere(count: number): Promise<number[]> {
  const program = `
    import { loopbackPort } from '${file}';
    const ports = [];
    for (let n = 0; n < ${count}; n += 1) ports.push(await loopbackPort(0));
    console.log(JSON.stringify(ports));
    setInterval(() => undefined, 60_000);`;
  const child = spawn(process.execPath, [...endingWithParent, '--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  started.push(child);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return JSON.parse(line) as number[];
}

test('no port is given twice, in this process or in another one that runs', async () => {
  const elsewhere = (await Promise.all([1, 2, 3].map(() => givenElsewhere(120)))).flat();
  // All at once: they share the few blocks they need, and leave the others to other processes.
  const here = await Promise.all(Array.from({ length: 400 }, () => loopbackPort(0)));
  expect(new Set([...here, ...elsewhere]).size).toBe(760);
});

test('a port that is wanted and taken is refused with the code of the system', async () => {
  const port = await loopbackPort(0);
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  await expect(loopbackPort(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await new Promise((closed) => server.close(closed));
  await expect(loopbackPort(port)).resolves.toBe(port);
});
