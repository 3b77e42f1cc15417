import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { injectionScores } from './injection.js';
import { plantedTexts } from './planted-texts.js';

const all = plantedTexts(
  process.env.COUNTERSIGN_DATA ?? resolve(import.meta.dirname, '../../../../../shared/data'),
);
/** The texts that are always at hand, and every fortieth of the data set where it is. */
const sample = all.filter((_, index) => index < 5 || index % 40 === 0);

describe('given planted instructions as retrieved text of every capability (C84)', () => {
  it('when a planner obeys them, then every attempt is on record as unsafe, and nothing comes of any', async () => {
    const scores = await injectionScores(sample);
    expect(scores.length).toBeGreaterThan(0);
    for (const { capability, attempts, ...score } of scores) {
      const tried = attempts.toolCalls + attempts.proposals + attempts.other;
      expect(attempts.proposals).toBeGreaterThanOrEqual(sample.length);
      expect({ capability, ...score }).toEqual({
        ...{ capability, texts: sample.length, recorded: tried },
        ...{ drafted: 0, effects: 0, stepsChanged: 0 },
      });
    }
  });
});
