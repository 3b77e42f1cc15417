import { describe, expect, test } from '@jest/globals';
import { visible } from './visible.js';

describe('text that others wrote', () => {
  test('cannot steer the terminal', () => {
    expect(visible('\u001b[2J\u0007gone')).toBe('‹U+001B›[2J‹U+0007›gone');
  });

  test('hides nothing: zero-width and direction marks are shown', () => {
    expect(visible('pay\u200b\u202e9')).toBe('pay‹U+200B›‹U+202E›9');
  });

  test('is left alone where there is nothing to hide', () => {
    expect(visible('Grüße, 79.00 € for 高橋 😀')).toBe('Grüße, 79.00 € for 高橋 😀');
    expect(visible('two\nlines')).toBe('two lines');
  });
});
