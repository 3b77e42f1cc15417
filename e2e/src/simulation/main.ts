import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { optionsOrEnd } from '../command/typed-options.js';
import { shareOut } from './jobs.js';
import type { Mutation } from './mutations/mutation.js';
import { mutations } from './mutations/mutations.js';
import { story, summary, Tally } from './report.js';
import { run } from './run.js';
import { shrink } from './shrink.js';

const usage = `npm run simulate [-- --seeds N] [--from SEED] [--within-s SECONDS] [--failures N] [--jobs N] [--again] [--json FILE]
npm run simulate -- --seed SEED [--trace] [--mutation NAME]
npm run simulate -- --mutations [--pinned] [--mutation NAME]

  --seeds      how many seeds (1000), from --from (1) on; stops after --failures (10) or --within-s
  --jobs       in so many processes at once (as many as the machine has processors)
  --again      runs each seed twice and compares
  --seed       one seed; with --trace step by step
  --mutations  plants each known fault and says how many seeds find it; --pinned begins where it shows`;

const values = optionsOrEnd({
  usage,
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    trace: { type: 'boolean', default: false },
    json: { type: 'string' },
    again: { type: 'boolean', default: false },
    'within-s': { type: 'string', default: '86400' },
    mutations: { type: 'boolean', default: false },
    mutation: { type: 'string' },
    failures: { type: 'string', default: '10' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    pinned: { type: 'boolean', default: false },
  },
  counts: ['seeds', 'from', 'seed', 'within-s', 'failures', 'jobs'],
  choices: { mutation: mutations.map(({ name }) => name) },
});

const milliseconds = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000;
const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
const seedsMax = Number(values.seeds);
const endsAtMs = milliseconds() + Number(values['within-s']) * 1_000;
/** Seeds by whether nothing is wrong there without a planted fault: many of them show several. */
const clean = new Map<number, boolean>();
const mutation = mutations.find(({ name }) => name === values.mutation);
if (values.mutations) process.exitCode = await plantedFaults();
else if (values.seed !== undefined) process.exitCode = await one(Number(values.seed));
else process.exitCode = await many(Number(values.from));

async function one(seed: number): Promise<number> {
  const ran = await run({ seed, mutation, keepsTrace: true });
  if (values.trace) say(ran.trace.join('\n'));
  say(`Seed ${seed}: ${ran.steps} steps, trace ${ran.hash}. ${ran.wrong ?? 'Nothing was found wrong.'}`);
  if (ran.wrong !== undefined) say(story(await shrink(ran, { mutation })));
  return ran.wrong === undefined ? 0 : 1;
}

async function many(from: number): Promise<number> {
  const tally = new Tally();
  const started = milliseconds();
  let ownMs = 0;
  const given = { from, seeds: seedsMax, jobs: Number(values.jobs), mutation: mutation?.name };
  await shareOut({
    ...given,
    again: values.again,
    heard: (answered) => {
      tally.add(answered.ran);
      ownMs += answered.ownMs;
      return tally.failures.length >= Number(values.failures) || milliseconds() > endsAtMs;
    },
  });
  const elapsedMs = milliseconds() - started;
  say(summary(tally, elapsedMs, ownMs));
  const [first] = tally.failures;
  if (first !== undefined) say(`\n${story(await shrink(first, { mutation }))}`);
  if (values.json !== undefined)
    writeFileSync(values.json, JSON.stringify(asJson(tally, elapsedMs), null, 1));
  return first === undefined ? 0 : 1;
}

function asJson({ runs, steps, coverage, failures, hash }: Tally, elapsedMs: number) {
  const counts = Object.fromEntries(
    Object.entries(coverage).map(([name, map]) => [name, Object.fromEntries(map as Map<string, number>)]),
  );
  return {
    runs,
    steps,
    elapsedMs,
    hash,
    coverage: counts,
    failures: failures.map(({ seed, wrong }) => ({ seed, wrong })),
  };
}

/** What the planted fault does wrong there; what is wrong without it is not its finding. */
async function foundBy(planted: Mutation, seed: number): Promise<string | undefined> {
  const { wrong } = await run({ seed, mutation: planted });
  if (wrong === undefined) return undefined;
  const without = clean.get(seed) ?? (await run({ seed })).wrong === undefined;
  clean.set(seed, without);
  return without ? wrong : undefined;
}

/** Each planted fault must be found; how many seeds it took. */
async function plantedFaults(): Promise<number> {
  let missed = 0;
  const wanted = mutation === undefined ? mutations : [mutation];
  for (const planted of wanted) {
    let found: string | undefined;
    const from = values.pinned ? planted.shownBy : Number(values.from);
    let seed = from;
    for (; seed < from + seedsMax && found === undefined; seed += 1) found = await foundBy(planted, seed);
    if (found === undefined) missed += 1;
    const took = seed - from;
    say(
      `${planted.name.padEnd(28)} ${found === undefined ? `NOT FOUND in ${took} seeds` : `${String(took).padStart(5)} seeds: ${found}`}`,
    );
  }
  say(missed === 0 ? `All ${wanted.length} planted faults were found.` : `${missed} were not found.`);
  return missed === 0 ? 0 : 1;
}
