/**
 * Runs the sandbox as a process of its own: settings from the environment, one line a server, and a clean
 * stop on SIGTERM or SIGINT. It refuses to start in part: a taken port stops all of it, with one sentence.
 * Invariant: by the time the last line is printed, every server answers.
 */
import { configFrom } from './config.js';
import { SERVER_NAMES, startSandbox } from './sandbox.js';

export { configFrom } from './config.js';
export { startSandbox } from './sandbox.js';

if (import.meta.main) await run();

async function run(): Promise<void> {
  try {
    const sandbox = await startSandbox(configFrom(process.env));
    for (const name of SERVER_NAMES) console.log(`sandbox ${name.padEnd(9)} ${sandbox.urls[name]}`);
    const stop = () => void sandbox.stop();
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
