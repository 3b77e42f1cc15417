import { getEventListeners } from 'node:events';
import { expect, test } from '@jest/globals';
import { pause } from './pause.js';

const endless = 2_147_483_647;

test('a pause leaves nothing with the signal that could have ended it', async () => {
  const { signal } = new AbortController();
  for (let n = 0; n < 3; n += 1) await pause(0, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a pause ends when its signal is aborted, also before it began', async () => {
  const ending = new AbortController();
  const paused = pause(endless, ending.signal);
  expect(getEventListeners(ending.signal, 'abort')).toHaveLength(1);
  ending.abort();
  await paused;
  await pause(endless, ending.signal);
});
