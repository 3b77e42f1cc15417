import { describe, expect, test } from '@jest/globals';
import { readIdPrefix, readInstant, readPort } from './arguments.js';

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

describe('an instant', () => {
  test('is read in UTC, and a day as its beginning', () => {
    expect(readInstant('2026-11-29')).toBe('2026-11-29T00:00:00.000Z');
    expect(readInstant('2026-11-29T10:00Z')).toBe('2026-11-29T10:00:00.000Z');
  });

  test.each(['yesterday', '2026-13-01', '2026-11-29T10:00:00', '2026-11-29T10:00:00+01:00', ''])(
    'is not %s',
    (text) => {
      expect(() => readInstant(text)).toThrow(/is not an instant in UTC/);
    },
  );
});
