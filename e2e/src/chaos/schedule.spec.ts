import { expect, test } from '@jest/globals';
import { type Fault, fractions, type Kind, kinds, kindsOfMode, schedule, victims } from './schedule.js';

function first(count: number, seed: number, of: readonly Kind[] = kindsOfMode.kills): Fault[] {
  const faults = schedule(seed, of);
  return Array.from({ length: count }, () => faults.next().value);
}

const killed = (faults: readonly Fault[]) =>
  faults.flatMap((fault) => (fault.kind === 'kill' && fault.victims.length === 1 ? fault.victims : []));

test('a seed is a schedule: the same seed gives the same faults, another one others', () => {
  expect(first(40, 7, kinds)).toEqual(first(40, 7, kinds));
  expect(first(40, 7, kinds)).not.toEqual(first(40, 8, kinds));
});

test('everything that can be killed is killed once, before anything is killed again', () => {
  for (const seed of [1, 2, 3]) {
    const faults = first(kindsOfMode.kills.length, seed);
    expect(killed(faults).sort()).toEqual([...victims].sort());
    const together = faults.filter((fault) => fault.kind === 'kill' && fault.victims.length > 1);
    expect(together).toHaveLength(1);
  }
});

test('several at once: never the same twice, and over time the broker with the database', () => {
  const together = first(60, 5, ['together']).map((fault) => (fault.kind === 'kill' ? fault.victims : []));
  for (const one of together) {
    expect(one.length).toBeGreaterThan(1);
    expect(new Set(one).size).toBe(one.length);
  }
  expect(together.some((one) => one.includes('kafka') && one.includes('postgres'))).toBe(true);
});

test('a way is disturbed for a few seconds at most, and nobody is parted from whom it does not call', () => {
  for (const fault of first(200, 11, kindsOfMode.network)) {
    if (fault.kind === 'kill') throw new Error('Nothing is to be killed here.');
    expect(fault.forMs).toBeGreaterThanOrEqual(800);
    expect(fault.forMs).toBeLessThan(4_000);
    if (fault.program === 'relay') expect(fault.beyond).not.toBe('target');
  }
});

test('fractions lie from 0 up to 1', () => {
  const next = fractions(3);
  const drawn = Array.from({ length: 1_000 }, next);
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...drawn)).toBeLessThan(1);
  expect(new Set(drawn).size).toBeGreaterThan(990);
});
