/** Loaded into a child before its program: when the benchmark is gone, even by kill -9, the child ends itself. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel alone keeps nothing running.
process.channel?.unref();
