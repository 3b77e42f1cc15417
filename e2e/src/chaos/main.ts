import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { endingWithParent } from '@countersign/event-store/embedded';
import { readOrEnd } from '../command/typed-options.js';
import type { Logs } from '../harness/logs.js';
import { type Account, isEven } from './account.js';
import { chaos } from './chaos.js';
import { type ChosenChaos, chosenChaos, usage } from './options.js';
import { restartsUnderLoad } from './restarts-under-load.js';
import { accountLines, recoveryLines } from './words.js';

/** `npm run chaos`: real processes, a real broker and database, and faults. Exit code 1 when the records disagree. */
const say = (line: string) => console.log(line);
const startedAt = performance.now();
/** The broker and the database have process groups of their own, so Ctrl-C alone would leave them. */
const ending = new AbortController();
const interrupted = ending.signal;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort(interruption()));

const interruption = () => new Error('Ended by you; everything that was started is being ended.');

function conclude(account: Account): void {
  say('');
  for (const line of accountLines(account)) say(line);
  const even = isEven(account);
  const took = Math.round((performance.now() - startedAt) / 1_000);
  say(`\n${even ? 'The records agree.' : 'THE RECORDS DO NOT AGREE.'} (${took} s with start and end)`);
  process.exitCode = even ? 0 : 1;
}

async function struck({ seconds, proposals, seed, kinds, mode, log }: ChosenChaos): Promise<void> {
  say(`${proposals} proposals over ${seconds} s. Seed ${seed}; the same faults again:`);
  say(`  npm run chaos -- --mode ${mode} --seed ${seed} --seconds ${seconds} --kinds ${kinds.join(',')}`);
  say('Starting a database, a broker, a relay and seven services, with a way of its own between any two …\n');
  const at = (second: number) =>
    `${Math.floor(second / 60)}:${String(Math.floor(second % 60)).padStart(2, '0')}`;
  const tell = (second: number, sentence: string) => say(`${at(second).padStart(6)}  ${sentence}`);
  const { suffered, account } = await chaos({
    seconds,
    proposals,
    seed,
    kinds,
    tell,
    interrupted,
    ...logsInto(log),
  });
  say('\nUntil what was struck did work again, from the kill or from the mending of the way:');
  for (const line of recoveryLines(suffered)) say(line);
  conclude(account);
}

/** Line by line, so that a run that is ended has left what was said. */
const logsInto = (file: string | undefined): { readonly logs?: Logs } =>
  file === undefined
    ? {}
    : {
        logs: {
          level: 'info',
          write: (line) => appendFileSync(file, line.endsWith('\n') ? line : `${line}\n`),
        },
      };

const replicasTest = '--testPathPatterns=kafka/two-replicas';

/** The same test as in every run, with more proposals. */
async function replicas({ proposals }: ChosenChaos): Promise<void> {
  const run = spawn(process.execPath, [...endingWithParent, 'tools/jest.js', replicasTest], {
    cwd: resolve(import.meta.dirname, '../../..'),
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...process.env, CHAOS_PROPOSALS: String(proposals) },
  });
  const [code] = (await once(run, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
}

async function run(choice: ChosenChaos): Promise<void> {
  const { mode, proposals } = choice;
  if (mode === 'replicas') await replicas(choice);
  else if (mode === 'restarts') conclude(await restartsUnderLoad({ proposals, tell: say, interrupted }));
  else await struck(choice);
}

const choice = readOrEnd(usage, (given) => chosenChaos(given, () => randomInt(1, 1_000_000)));
await run(choice).catch((error: unknown) => {
  console.error(interrupted.aborted ? String(interrupted.reason.message) : error);
  // A start that was ended half way has its sandbox left, in this process, which would keep it for ever.
  process.exit(1);
});
