/**
 * Runs the sandbox as a process of its own: settings from the environment, one line a server, and a clean
 * stop on SIGTERM or SIGINT. It refuses to start in part: a taken port stops all of it, with one sentence.
 * Invariant: by the time the last line is printed, every server answers.
 */
import { configFrom } from './config.js';
import { startSandbox } from './sandbox.js';

export { configFrom } from './config.js';
export { startSandbox } from './sandbox.js';

if (import.meta.main) await run();

async function run(): Promise<void> {
  try {
    const starting = startSandbox(configFrom(process.env));
    // Before anything is printed: whoever waits for the last line may send the signal right after it.
    const stop = () => void starting.then((sandbox) => sandbox.stop()).catch(() => undefined);
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
    const { urls } = await starting;
    // The admin server last: whoever waits for it has read every other address.
    const { admin, ...others } = urls;
    for (const [name, url] of Object.entries({ ...others, admin })) {
      console.log(`sandbox ${name.padEnd(9)} ${url}`);
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
