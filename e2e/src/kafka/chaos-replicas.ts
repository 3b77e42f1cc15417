import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

/** `npm run chaos:replicas [-- --proposals N]`: the same test as in every run, with more proposals. */
const [flag = '--proposals', value = '1000', ...more] = process.argv.slice(2);
if (flag !== '--proposals' || !/^[1-9][0-9]{0,5}$/.test(value) || more.length > 0) {
  console.error('npm run chaos:replicas [-- --proposals N]');
  process.exit(2);
}
const root = resolve(import.meta.dirname, '../../..');
const run = spawn(process.execPath, ['tools/jest.js', '--testPathPatterns=kafka/two-replicas'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CHAOS_PROPOSALS: value },
});
run.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
