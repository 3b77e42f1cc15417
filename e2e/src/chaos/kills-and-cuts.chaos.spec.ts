import { describeOnKafka } from '@countersign/messaging/kafka/testing';
import { expect, test } from '@jest/globals';
import { type ChaosResult, chaos } from './chaos.js';

/** Short: a longer one with everything in it is `npm run chaos`. */
const options = { seconds: 30, proposals: 24, seed: 4 } as const;

await describeOnKafka('chaos on real processes, a real broker and a real database', () => {
  test('kill -9 in turn and together, and a cut on the way: the ledgers agree, and customers were told the truth', async () => {
    const said: string[] = [];
    const { suffered, account }: ChaosResult = await chaos({
      ...options,
      kinds: ['executor', 'together', 'cut', 'relay'],
      tell: (_second, sentence) => said.push(sentence),
    });
    const { replay, ...counted } = account;
    expect({ counted, said }).toEqual({
      counted: {
        ...{ proposals: 24, completed: 24, effects: 24, conversations: 8 },
        ...{ lost: [], twice: [], strange: [], gaps: [], altered: [], parked: [], dead: [], untrue: [] },
      },
      said,
    });
    expect(replay.out).toMatch(/The store says the same of 24\.\n$/);
    expect(suffered.length).toBeGreaterThan(0);
  });
});
