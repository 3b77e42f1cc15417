import { describe, expect, test } from '@jest/globals';
import { readIdPrefix, readPort } from './arguments.js';

describe('the id given to show', () => {
  test.each([
    ['5d1c0a', '5d1c0a'],
    ['5D1C0A7B', '5d1c0a7b'],
    ['proposal-5d1c0a7b', '5d1c0a7b'],
    ['case-5d1c0a7b-2a51', '5d1c0a7b-2a51'],
  ])('%s is read as %s', (text, prefix) => {
    expect(readIdPrefix(text)).toBe(prefix);
  });

  test.each(['5d1c', 'proposal-5d1c', '5-d-1-c-0'])('%s is too short to mean one', (text) => {
    expect(() => readIdPrefix(text)).toThrow(/first 6 characters/);
  });

  test.each(['made-up', '5d1c0a%', "5d1c0a' or 1=1", ''])('%s can be no id, and is told as none', (text) => {
    expect(() => readIdPrefix(text)).toThrow(/^There is no proposal and no case/);
  });
});

describe('the first port', () => {
  test('is 0 for free ones, or leaves room for the others', () => {
    expect([readPort('0'), readPort('4800'), readPort('65500')]).toEqual([0, 4800, 65500]);
  });

  test.each(['80', '65501', '-1', '4800x', ''])('is not %s', (text) => {
    expect(() => readPort(text)).toThrow(/0, or a number from 1024/);
  });
});
