import { describeOnKafka } from '@countersign/messaging/kafka/testing';
import { expect, test } from '@jest/globals';
import { restartsUnderLoad } from './restarts-under-load.js';

const proposals = 100;

await describeOnKafka('S55: Kafka and PostgreSQL are restarted under load', () => {
  test('100 proposals, 100 effects: none lost, none twice, no version missing, and nobody had to help', async () => {
    const { replay, ...counted } = await restartsUnderLoad({ proposals, tell: () => undefined });
    expect(counted).toEqual({
      ...{ proposals, completed: proposals, effects: proposals },
      ...{ lost: [], twice: [], strange: [], gaps: [], altered: [], parked: [], dead: [] },
      ...{ conversations: 0, untrue: [] },
    });
    // The topic alone tells the same.
    expect(replay.out).toMatch(/The store says the same of 100\.\n$/);
    expect(replay.code).toBe(0);
  });
});
