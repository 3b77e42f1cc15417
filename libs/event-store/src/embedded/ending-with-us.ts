import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Before the file in node's arguments: the program ends when this process does, even by kill -9. Its standard input
 * has to be a pipe that nothing is written to.
 */
export const endingWithParent: readonly string[] = [
  '--import',
  new URL('./end-with-parent.js', import.meta.url).href,
];

/** Waits for the end of its input, then ends the process: politely, and after a while at once. */
const WATCH = `
while read -r line; do :; done
kill -s "$2" "$1" 2>/dev/null || exit 0
waited=0
while kill -0 "$1" 2>/dev/null && [ "$waited" -lt 20 ]; do sleep 1; waited=$((waited + 1)); done
kill -s KILL "$1" 2>/dev/null
exit 0`;

/**
 * The same for a server that is not ours, and that reads no input: a shell beside it, which holds nothing but the
 * other end of a pipe to this process. In a process group of its own, so that Ctrl-C leaves it to us to stop the
 * server in its turn. Where there is no shell, the next start on the same data ends the server instead.
 */
export function endWithUs(server: ChildProcess, politely: 'SIGINT' | 'SIGTERM'): void {
  const { pid } = server;
  if (pid === undefined) return;
  const watch = spawn('sh', ['-c', WATCH, 'end-with-parent', String(pid), politely.slice(3)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watch.once('error', () => undefined);
  watch.unref();
  (watch.stdin as unknown as { unref?(): void }).unref?.();
  // Its number may be another program's by the time this process ends.
  server.once('exit', () => watch.kill('SIGKILL'));
}
