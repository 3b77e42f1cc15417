import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/** Below the ports that systems give to outgoing connections (32768 and up on Linux, 49152 elsewhere). */
const FIRST = 20_000;
const COUNT = 12_000;
/** A process takes them by blocks, and holds the first port of each as long as it lives. */
const BLOCK = 50;
const TRIES = 100;

/** What is left of this process's block, and the taking of its next one, which all wait for who find none left. */
const left: number[] = [];
let taking: Promise<void> | undefined;

/**
 * A port of the loopback that can be had at this moment. 0 takes a free one: below those of outgoing connections,
 * because any connection of any program may take one of those before the server that wanted it listens; no port
 * twice in one process; and none that another process was given here and whose server does not listen yet, as when
 * two test workers start their systems side by side.
 * @throws the error of `listen` (`EADDRINUSE`, `EACCES`) when `wanted` cannot be had.
 */
export async function loopbackPort(wanted: number): Promise<number> {
  if (wanted !== 0) return listenOnce(wanted);
  for (let tries = 1; ; tries += 1) {
    const port = await nextOfBlock();
    try {
      return await listenOnce(port);
    } catch (refused) {
      if (tries === TRIES) throw refused;
    }
  }
}

async function nextOfBlock(): Promise<number> {
  for (;;) {
    const port = left.shift();
    if (port !== undefined) return port;
    taking ??= takeBlock().finally(() => {
      taking = undefined;
    });
    await taking;
  }
}

/** Takes a block that no process holds; where all are held, one of anybody's. */
async function takeBlock(): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const first = FIRST + BLOCK * randomInt(COUNT / BLOCK);
    const held = await hold(first).catch(() => false);
    if (!held && tries < TRIES) continue;
    left.push(...Array.from({ length: BLOCK - 1 }, (_, n) => first + 1 + n));
    return;
  }
}

/** Listens there until this process ends, and keeps nothing running by it. */
async function hold(port: number): Promise<true> {
  (await listening(port)).unref();
  return true;
}

async function listenOnce(port: number): Promise<number> {
  const probe = await listening(port);
  await new Promise<void>((closed) => probe.close(() => closed()));
  return port;
}

function listening(port: number): Promise<Server> {
  return new Promise((listens, taken) => {
    const server = createServer((caller) => caller.destroy());
    server.once('error', taken);
    server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', taken);
      listens(server);
    });
  });
}
