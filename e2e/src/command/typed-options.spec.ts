import { describe, expect, test } from '@jest/globals';
import { typedOptions } from './typed-options.js';

const command = {
  usage: 'npm run thing [-- --runs N] [--json FILE]',
  options: { runs: { type: 'string', default: '10' }, json: { type: 'string' } },
  counts: ['runs'],
} as const;

describe('options of a command', () => {
  test('are what was typed, or what they are by themselves', () => {
    expect(typedOptions(command, ['--json', 'a.json'])).toMatchObject({ runs: '10', json: 'a.json' });
    expect(typedOptions(command, ['--runs', '3'])).toMatchObject({ runs: '3' });
  });

  test.each(['0', '-1', '1.5', 'many', ''])('a count of “%s” is refused by name, with the usage', (runs) => {
    expect(() => typedOptions(command, [`--runs=${runs}`])).toThrow(
      `--runs is a whole number from 1, and not “${runs}”.\n\nnpm run thing [-- --runs N]`,
    );
  });

  test('one that there is not is refused by name', () => {
    expect(() => typedOptions(command, ['--rnus', '3'])).toThrow(/'--rnus'/);
  });
});
