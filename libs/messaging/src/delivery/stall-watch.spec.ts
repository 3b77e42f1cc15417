import type { Clock } from '@countersign/contracts';
import { createLogger } from '@countersign/telemetry';
import { beforeEach, expect, test } from '@jest/globals';
import { StallWatch } from './stall-watch.js';

let nowMs: number;
let lag: number;
let mark: bigint;
let lines: string[];
let watch: StallWatch;

beforeEach(() => {
  [nowMs, lag, mark, lines] = [0, 0, 0n, []];
  const clock: Clock = {
    nowMs: () => nowMs,
    now: () => new Date(nowMs).toISOString(),
    wait: () => Promise.resolve(),
  };
  const destination = { write: (line: string) => lines.push(JSON.parse(line).event as string) };
  const logger = createLogger({ service: 'test', level: 'info', destination, now: () => nowMs });
  watch = new StallWatch({ reader: 'executor', look: async () => ({ lag, mark }), clock, logger });
});

const later = async (ms: number) => {
  nowMs += ms;
  await watch.lookOnce();
};

test('work that waits while the mark stands still is a stall after half a minute, and is named once', async () => {
  lag = 3;
  await later(0);
  await later(29_000);
  expect(watch.stall).toBeUndefined();
  lag = 5;
  await later(1_000);
  expect(watch.stall).toEqual({ behind: 5, forMs: 30_000 });
  await later(10_000);
  expect(lines).toEqual(['reader.stalled']);
});

test('a mark that moves, however slowly, is none; neither is having nothing to do', async () => {
  lag = 1_000;
  for (let step = 0; step < 10; step += 1) {
    mark += 1n;
    await later(20_000);
  }
  lag = 0;
  await later(100_000);
  await later(100_000);
  lag = 1;
  await later(10_000);
  expect(watch.stall).toBeUndefined();
  expect(lines).toEqual([]);
});

test('it says that it goes on', async () => {
  lag = 3;
  await later(0);
  await later(40_000);
  mark = 1n;
  await later(1_000);
  expect(watch.stall).toBeUndefined();
  expect(lines).toEqual(['reader.stalled', 'reader.goes_on']);
});

test('while nobody answers it keeps what it knew', async () => {
  lag = 3;
  await later(0);
  await later(30_000);
  const away = new StallWatch({
    reader: 'executor',
    look: () => Promise.reject(new Error('away')),
    clock: { nowMs: () => nowMs, now: () => '', wait: () => Promise.resolve() },
    logger: createLogger({ service: 'test', level: 'silent', now: () => 0 }),
  });
  await expect(away.lookOnce()).rejects.toThrow('away');
  expect(away.stall).toBeUndefined();
});
