import { expect, test } from '@jest/globals';
import { readOptions, sectionNames, usage } from './options.js';

test('without a word: all four, in full, over the embedded default', () => {
  expect(readOptions([])).toEqual({
    ...{ sections: sectionNames, quick: false, jsonFile: undefined, bus: 'postgres' },
  });
});

test('what is given counts, in the order of the benchmarks and each once', () => {
  expect(readOptions(['d', 'b', 'd', '--quick', '--json', 'a.json', '--bus', 'both'])).toEqual({
    ...{ sections: ['b', 'd'], quick: true, jsonFile: 'a.json', bus: 'both' },
  });
});

test.each([
  [['e'], 'There is no “e”; there are a, b, c, d.'],
  [['--bus', 'pigeon'], '--bus is one of postgres, kafka, both, and not “pigeon”.'],
  [['--quik'], "Unknown option '--quik'."],
])('%p is refused with a sentence and the usage', (given, sentence) => {
  expect(() => readOptions(given)).toThrow(`${sentence}\n\n${usage}`);
});
