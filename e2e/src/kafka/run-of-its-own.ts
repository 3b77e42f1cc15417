/**
 * A whole run of tests as a program: a database, a broker, a sandbox and every service as a process of its own. It
 * says `started` and then waits to be killed.
 */
import { System } from '../harness/system.js';

const setUp = new URL('../../../tools/jest-global-setup.js', import.meta.url).href;
const { default: openRun } = (await import(setUp)) as { default: () => Promise<void> };
await openRun();
await System.start({ bus: 'kafka', separateProcesses: true });
console.log('started');
