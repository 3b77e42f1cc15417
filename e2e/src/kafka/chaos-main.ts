import { parseArgs } from 'node:util';
import { restartsUnderLoad } from './restarts-under-load.js';

/** `npm run chaos:kafka -- --proposals 500`: restarts under load, counted. Exit code 1 when the count is not even. */
const { values } = parseArgs({ options: { proposals: { type: 'string', default: '500' } } });
const proposals = Number(values.proposals);
if (!Number.isInteger(proposals) || proposals < 1) throw new Error('--proposals is a whole number from 1.');

const startedMs = performance.now();
const { replay, ...counted } = await restartsUnderLoad({
  proposals,
  tell: (sentence) => console.log(sentence),
});
const { completed, effects, lost, twice, gaps, dead } = counted;
console.log(
  `${completed} proposals completed, ${effects} effects, in ${Math.round((performance.now() - startedMs) / 1_000)} s; ` +
    `${lost.length} lost, ${twice.length} twice, ${gaps.length} with a version missing, ${dead.length} programs died.`,
);
for (const [what, ids] of Object.entries({ lost, twice, gaps, dead })) {
  if (ids.length > 0) console.log(`  ${what}: ${ids.join(', ')}`);
}
console.log(`The topic alone: ${replay.out.trim().split('\n').slice(-2).join(' ')}`);
const even = effects === proposals && [lost, twice, gaps, dead].every((ids) => ids.length === 0);
process.exitCode = even && replay.code === 0 ? 0 : 1;
