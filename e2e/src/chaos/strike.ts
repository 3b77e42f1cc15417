import { setTimeout as pause } from 'node:timers/promises';
import { programName } from '@countersign/cli/composition';
import { processesOf } from '../harness/killings.js';
import type { Field } from './field.js';
import type { Killable } from './own-servers.js';
import type { Fault, Victim } from './schedule.js';

/** Does it and undoes it: what was killed is started again at once. Answers from when the way back counts. */
export async function strike(fault: Fault, field: Field): Promise<number> {
  if (fault.kind !== 'kill') return disturb(fault, field);
  const killables = fault.victims.map((victim) => killableOf(victim, field));
  await Promise.all(killables.map((one) => one.kill()));
  const since = Date.now();
  await Promise.all(killables.map((one) => one.start()));
  return since;
}

/** One line for people. */
export function wordsOf(fault: Fault): string {
  if (fault.kind === 'kill') return `kill -9 ${fault.victims.map(nameOf).join(' and ')}`;
  const pair = `${nameOf(fault.program)} from its ${fault.beyond}`;
  const time = `for ${(fault.forMs / 1_000).toFixed(1)} s`;
  switch (fault.kind) {
    case 'cut':
      return `cut ${pair} ${time}`;
    case 'delay':
      return `delay ${pair} by ${fault.delayMs} ms each way ${time}`;
    case 'silence':
      return `silence between ${nameOf(fault.program)} and its ${fault.beyond} ${time}`;
    default:
      return fault satisfies never;
  }
}

/** What has to work again before it is over. */
export const struckBy = (fault: Fault): readonly Victim[] =>
  fault.kind === 'kill' ? fault.victims : [fault.program];

export const nameOf = (victim: Victim): string =>
  victim === 'kafka' || victim === 'postgres' ? victim : programName(victim);

async function disturb(fault: Exclude<Fault, { kind: 'kill' }>, { servers, signal }: Field): Promise<number> {
  const ways = servers.ways.between(fault.program, fault.beyond);
  for (const way of ways) {
    if (fault.kind === 'cut') await way.cut();
    else if (fault.kind === 'delay') way.delay(fault.delayMs);
    else way.hold();
  }
  // The time is the fault that is injected; nothing is concluded from it.
  await pause(fault.forMs, undefined, { signal }).catch(() => undefined);
  for (const way of ways) await way.restore();
  return Date.now();
}

function killableOf(victim: Victim, { system, servers }: Field): Killable {
  if (victim === 'kafka') return servers.kafka;
  if (victim === 'postgres') return servers.postgres;
  if (victim === 'relay')
    return { kill: () => servers.relay.kill(), start: async () => servers.relay.start() };
  const processes = processesOf(system);
  return { kill: () => processes.kill(victim), start: () => processes.start(victim) };
}
