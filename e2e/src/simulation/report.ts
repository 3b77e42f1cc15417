import { createHash } from 'node:crypto';
import { authors } from '@countersign/contracts';
import { Coverage } from './coverage.js';
import type { Planned } from './happenings.js';
import type { Ran } from './run.js';
import type { Shrunk } from './shrink.js';

/** A sum over many runs. */
export class Tally {
  runs = 0;
  steps = 0;
  simulatedMs = 0;
  readonly coverage = new Coverage();
  readonly failures: Ran[] = [];

  readonly #hash = createHash('sha256');

  /** Of the traces of all runs so far: the same in every process. */
  get hash(): string {
    return this.#hash.copy().digest('hex');
  }

  add(ran: Ran): void {
    this.#hash.update(ran.hash);
    this.runs += 1;
    this.steps += ran.steps;
    this.simulatedMs += ran.simulatedMs;
    this.coverage.merge(ran.coverage);
    if (ran.wrong !== undefined) this.failures.push(ran);
  }
}

const list = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

/** What many runs came to, for a person. */
export function summary(tally: Tally, elapsedMs: number, ownMs: number): string {
  const { coverage, runs } = tally;
  const perSecond = (ms: number) => ((runs / ms) * 1_000).toFixed(1);
  const days = tally.simulatedMs / 86_400_000;
  return [
    `${runs} seeds in ${(elapsedMs / 1_000).toFixed(1)} s: ${perSecond(elapsedMs)} seeds a second (${perSecond(ownMs)} a second of the processor's own time), ${tally.steps} steps, ${days.toFixed(0)} simulated days.`,
    '',
    `Faults     ${list(coverage.faults)}`,
    `Proposals  ${list(coverage.states)} (as they ended)`,
    `States     ${list(coverage.passed)} (that they went through)`,
    `Events     ${list(coverage.events)}`,
    `Replies    ${list(coverage.replies)}`,
    `Unseen     ${neverRecorded(coverage, Object.keys(authors)).join(', ') || 'no type of event'}`,
    `Awaits     ${coverage.points.size} places where a process waits were reached, ${coverage.crashedAt.size} of them with a crash or a pause; never at ${coverage.neverCrashedAt.slice(0, 8).join(', ') || 'none'}`,
    '',
    tally.failures.length === 0
      ? 'Nothing was found wrong.'
      : `${tally.failures.length} seeds found something wrong:\n${tally.failures.map(({ seed, wrong }) => `  seed ${seed}: ${wrong}`).join('\n')}`,
  ].join('\n');
}

/** A failure as somebody reads it who has never seen one. */
export function story({ ran, runs }: Shrunk): string {
  const { seed, wrong, faults, events, trace } = ran;
  return [
    `Seed ${seed}, shrunk in ${runs} runs. What is wrong:`,
    `  ${wrong ?? 'nothing any more'}`,
    '',
    'What it takes:',
    ...events.map(({ at, event }) => `  ${instant(at)}, ${JSON.stringify(event)}`),
    ...faults.map(
      ({ key, kind, ms }) => `  ${kind.replaceAll('_', ' ')}${ms > 1 ? ` (${ms} ms)` : ''}, at: ${key}`,
    ),
    '',
    'What happens (seconds since the start; process, what it waits for, what comes of it):',
    ...trace.slice(-160),
  ].join('\n');
}

function instant(at: Planned['at']): string {
  if (typeof at === 'number') return `at ${(at / 1_000).toFixed(1)} s`;
  return `${(at.ms / 1_000).toFixed(1)} s after ${at.type} was recorded the ${at.nth === 1 ? 'first' : 'second'} time`;
}

/** Of the event types there are, those that no run has recorded. */
function neverRecorded(coverage: Coverage, types: readonly string[]): readonly string[] {
  return types.filter((type) => !coverage.events.has(type));
}
