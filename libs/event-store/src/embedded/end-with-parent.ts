/**
 * Loaded into a program before its own code: when whoever started it is gone, even by kill -9, the pipe to its
 * standard input closes, and it ends itself. Without this a killed command or test would leave ports taken and
 * services running. A program that cannot end in good order within a while is ended at once: what it would wait for
 * may be gone as well.
 */
const POLITELY_MS = 20_000;

function end(): void {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), POLITELY_MS).unref();
}

process.stdin.once('end', end);
process.stdin.once('error', end);
process.stdin.resume();
// The pipe alone keeps nothing running.
(process.stdin as unknown as { unref?(): void }).unref?.();
