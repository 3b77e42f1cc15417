/**
 * Loaded into the sandbox's process before its program: when whoever started it is gone, even by kill -9, the
 * pipe to its standard input closes, and it ends itself. Without this a killed instance would leave its ports
 * taken.
 */
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.on('error', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.resume();
// The pipe alone keeps nothing running.
(process.stdin as unknown as { unref?(): void }).unref?.();
