import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections (32768 and up on Linux, 49152 elsewhere). */
const FIRST = 20_000;
const COUNT = 12_000;
const TRIES = 100;

let next = randomInt(COUNT);

/**
 * A port of the loopback that can be had at this moment. 0 takes a free one: below those of outgoing connections,
 * because any connection of any program may take one of those before the server that wanted it listens; and no port
 * twice in one process.
 * @throws the error of `listen` (`EADDRINUSE`, `EACCES`) when `wanted` cannot be had.
 */
export async function loopbackPort(wanted: number): Promise<number> {
  if (wanted !== 0) return listenOnce(wanted);
  for (let tries = 1; ; tries += 1) {
    next = (next + 1) % COUNT;
    try {
      return await listenOnce(FIRST + next);
    } catch (refused) {
      if (tries === TRIES) throw refused;
    }
  }
}

function listenOnce(port: number): Promise<number> {
  return new Promise((free, taken) => {
    const probe = createServer();
    probe.once('error', taken);
    probe.listen(port, '127.0.0.1', () => probe.close(() => free(port)));
  });
}
