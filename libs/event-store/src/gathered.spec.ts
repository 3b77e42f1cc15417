import { describe, expect, test } from '@jest/globals';
import { Gathered } from './gathered.js';

/** A far side whose calls are answered by hand. */
function farSide() {
  const calls: {
    questions: readonly number[];
    answer(answers: number[]): void;
    fail(reason: Error): void;
  }[] = [];
  const ask = (questions: readonly number[]) =>
    new Promise<number[]>((answer, fail) => calls.push({ questions, answer, fail }));
  return { calls, ask };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('gathered questions', () => {
  test('of one turn leave in one call, and each gets its own answer', async () => {
    const { calls, ask } = farSide();
    const gathered = new Gathered(ask, { questionsMax: 10, calls: 1 });
    const answers = [gathered.answer(1), gathered.answer(2)];
    await turn();
    expect(calls.map(({ questions }) => questions)).toEqual([[1, 2]]);
    calls[0]?.answer([10, 20]);
    expect(await Promise.all(answers)).toEqual([10, 20]);
  });

  test('that are the same share an answer while they wait, and never one that is on its way', async () => {
    const { calls, ask } = farSide();
    const gathered = new Gathered(ask, { questionsMax: 10, calls: 2 }, String);
    const together = [gathered.answer(1), gathered.answer(2), gathered.answer(1)];
    await turn();
    const later = gathered.answer(1);
    await turn();
    expect(calls.map(({ questions }) => questions)).toEqual([[1, 2], [1]]);
    calls[0]?.answer([10, 20]);
    calls[1]?.answer([11]);
    expect(await Promise.all([...together, later])).toEqual([10, 20, 10, 11]);
  });

  test('that come while the calls are out wait for the next: no answer is older than its question', async () => {
    const { calls, ask } = farSide();
    const gathered = new Gathered(ask, { questionsMax: 10, calls: 1 });
    const early = gathered.answer(1);
    await turn();
    const late = [gathered.answer(1), gathered.answer(2)];
    await turn();
    expect(calls).toHaveLength(1);
    calls[0]?.answer([1]);
    expect(await early).toBe(1);
    await turn();
    calls[1]?.answer([2, 3]);
    expect(await Promise.all(late)).toEqual([2, 3]);
  });

  test('above the limit of a call go in the next one, in order', async () => {
    const { calls, ask } = farSide();
    const gathered = new Gathered(ask, { questionsMax: 2, calls: 2 });
    void [1, 2, 3].map((question) => gathered.answer(question));
    await turn();
    expect(calls.map(({ questions }) => questions)).toEqual([[1, 2], [3]]);
  });

  test('that fail are refused to those of that call alone', async () => {
    const { calls, ask } = farSide();
    const gathered = new Gathered(ask, { questionsMax: 1, calls: 2 });
    const [first, second] = [gathered.answer(1), gathered.answer(2)];
    await turn();
    const refused = expect(first).rejects.toThrow('away');
    calls[0]?.fail(new Error('away'));
    calls[1]?.answer([2]);
    await refused;
    expect(await second).toBe(2);
  });

  test('are refused when the far side answers more or fewer than were asked', async () => {
    const gathered = new Gathered<number, number>(async () => [], { questionsMax: 1, calls: 1 });
    await expect(gathered.answer(1)).rejects.toThrow('1 asked, 0 answered');
  });
});
