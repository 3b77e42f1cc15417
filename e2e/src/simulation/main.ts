import { writeFileSync } from 'node:fs';
import { optionsOrEnd } from '../command/typed-options.js';
import type { Mutation } from './mutations/mutation.js';
import { mutations } from './mutations/mutations.js';
import { story, summary, Tally } from './report.js';
import { type Ran, run } from './run.js';
import { shrink } from './shrink.js';

const usage = `npm run simulate [-- --seeds N] [--from SEED] [--within-s SECONDS] [--failures N] [--again] [--json FILE]
npm run simulate -- --seed SEED [--trace] [--mutation NAME]
npm run simulate -- --mutations [--pinned] [--mutation NAME]

  --seeds      how many seeds (1000), from --from (1) on; stops after --failures (10) or --within-s
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
    pinned: { type: 'boolean', default: false },
  },
  counts: ['seeds', 'from', 'seed', 'within-s', 'failures'],
  choices: { mutation: mutations.map(({ name }) => name) },
});

const milliseconds = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000;
const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
const seedsMax = Number(values.seeds);
const endsAtMs = milliseconds() + Number(values['within-s']) * 1_000;
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
  const before = process.cpuUsage();
  const started = milliseconds();
  for (
    let seed = from;
    seed < from + seedsMax && tally.failures.length < Number(values.failures);
    seed += 1
  ) {
    if (milliseconds() > endsAtMs) break;
    const ran = await run({ seed, mutation });
    tally.add(values.again ? await comparedWithItself(ran) : ran);
  }
  const elapsedMs = milliseconds() - started;
  const { user, system } = process.cpuUsage(before);
  say(summary(tally, elapsedMs, (user + system) / 1_000));
  const [first] = tally.failures;
  if (first !== undefined) say(`\n${story(await shrink(first, { mutation }))}`);
  if (values.json !== undefined)
    writeFileSync(values.json, JSON.stringify(asJson(tally, elapsedMs), null, 1));
  return first === undefined ? 0 : 1;
}

/** The same seed once more, in a process that has run others since: a difference is a failure like any other. */
async function comparedWithItself(ran: Ran): Promise<Ran> {
  const { hash } = await run({ seed: ran.seed, mutation });
  return hash === ran.hash
    ? ran
    : { ...ran, wrong: `the same seed was another run: ${ran.hash} and ${hash}` };
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
  return wrong !== undefined && (await run({ seed })).wrong === undefined ? wrong : undefined;
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
