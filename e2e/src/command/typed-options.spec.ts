import { describe, expect, test } from '@jest/globals';
import { typed, typedOptions } from './typed-options.js';

const command = {
  usage: 'npm run thing [-- --runs N] [--json FILE] [--way up|down]',
  options: {
    runs: { type: 'string', default: '10' },
    seconds: { type: 'string' },
    json: { type: 'string' },
    way: { type: 'string' },
  },
  counts: ['runs', 'seconds'],
  most: { seconds: 60 },
  choices: { way: ['up', 'down'] },
} as const;

describe('options of a command', () => {
  test('are what was typed, or what they are by themselves', () => {
    expect(typedOptions(command, ['--json', 'a.json'])).toMatchObject({ runs: '10', json: 'a.json' });
    expect(typedOptions(command, ['--runs', '3', '--way=up'])).toMatchObject({ runs: '3', way: 'up' });
    expect(typedOptions(command, ['--seconds', '60'])).toMatchObject({ seconds: '60' });
  });

  test.each(['0', '-1', '1.5', 'many', ''])('a count of “%s” is refused by name, with the usage', (runs) => {
    expect(() => typedOptions(command, [`--runs=${runs}`])).toThrow(
      `--runs is a whole number from 1, and not “${runs}”.\n\nnpm run thing [-- --runs N]`,
    );
  });

  test('a count beyond the largest is refused with both ends', () => {
    expect(() => typedOptions(command, ['--seconds', '61'])).toThrow(
      '--seconds is a whole number from 1 to 60, and not “61”.\n\nnpm run thing',
    );
  });

  test('a word that is none of the choice is refused with all of them', () => {
    expect(() => typedOptions(command, ['--way', 'left'])).toThrow(
      '--way is one of up, down, and not “left”.\n\nnpm run thing',
    );
  });

  test('one that there is not is refused by name, in one sentence', () => {
    expect(() => typedOptions(command, ['--rnus', '3'])).toThrow("Unknown option '--rnus'.\n\nnpm run thing");
  });

  test('one without its value is refused by name', () => {
    expect(() => typedOptions(command, ['--json'])).toThrow(
      "Option '--json <value>' argument missing.\n\nnpm run thing",
    );
  });
});

describe('words by themselves', () => {
  const sections = { ...command, words: ['a', 'b'] };

  test('are given in the order they were typed', () => {
    expect(typed(sections, ['b', '--runs', '2', 'a']).words).toEqual(['b', 'a']);
  });

  test('that there are not are refused with those there are', () => {
    expect(() => typed(sections, ['c'])).toThrow('There is no “c”; there are a, b.\n\nnpm run thing');
  });

  test('are refused where a command has none', () => {
    expect(() => typed(command, ['a'])).toThrow("Unexpected argument 'a'.\n\nnpm run thing");
  });
});
