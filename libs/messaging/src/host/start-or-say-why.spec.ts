import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { endingWithParent } from '@countersign/event-store/embedded';
import { expect, test } from '@jest/globals';

const file = new URL('./start-or-say-why.js', import.meta.url).href;

/** A program of its own whose start does this, and how it ended. */
async function program(start: string): Promise<{ code: number | null; err: string }> {
  const text = `import { startOrSayWhy } from ${JSON.stringify(file)};
    import { createServer } from 'node:net';
    setInterval(() => undefined, 1000);
    await startOrSayWhy('executor', async () => { ${start} });`;
  const child = spawn(process.execPath, [...endingWithParent, '--input-type=module', '--eval', text]);
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, err };
}

test('a setting that is wrong ends a program with its sentence and no stack, whatever it has open', async () => {
  const ended = await program(
    `throw Object.assign(new Error('The configuration is not usable:\\n  ORDERS_URL is missing'), { code: 'configuration_invalid' });`,
  );
  expect(ended).toEqual({
    code: 1,
    err: 'executor cannot start: The configuration is not usable:\n  ORDERS_URL is missing\n',
  });
});

test('a taken port is named', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  const { code, err } = await program(
    `await new Promise((_, no) => createServer().once('error', no).listen(${port}, '127.0.0.1'));`,
  );
  other.close();
  expect({ code, err }).toEqual({
    code: 1,
    err: `executor cannot start: port ${port} of 127.0.0.1 is in use by another program.\n`,
  });
});

test('a bug keeps its stack', async () => {
  const { code, err } = await program(`throw new TypeError('impossible');`);
  expect(code).toBe(1);
  expect(err).toMatch(/TypeError: impossible\n\s+at /);
});
