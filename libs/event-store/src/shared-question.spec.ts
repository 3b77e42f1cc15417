import { describe, expect, test } from '@jest/globals';
import { SharedQuestion } from './shared-question.js';

describe('a shared question', () => {
  test('is asked once for all who ask at the same time, and anew for whoever comes while it is out', async () => {
    const out: ((answer: number) => void)[] = [];
    const question = new SharedQuestion<number>(() => new Promise((answered) => out.push(answered)));
    const first = [question.answer(), question.answer()];
    await Promise.resolve();
    const later = [question.answer(), question.answer()];
    expect(out).toHaveLength(1);
    out[0]?.(1);
    expect(await Promise.all(first)).toEqual([1, 1]);
    out[1]?.(2);
    expect(await Promise.all(later)).toEqual([2, 2]);
  });

  test('that fails is refused to those who shared it, and can be asked again', async () => {
    let asked = 0;
    const question = new SharedQuestion<number>(async () => {
      asked += 1;
      if (asked === 1) throw new Error('away');
      return asked;
    });
    const refused = [question.answer(), question.answer()];
    await expect(Promise.all(refused)).rejects.toThrow('away');
    expect(await question.answer()).toBe(2);
  });
});
