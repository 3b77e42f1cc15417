import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase } from '@countersign/event-store/testing';
import { expect, it } from '@jest/globals';
import { OutsideWorld } from '../proposals/outside-world.js';
import { disturbances } from './disturbances.js';
import { experiment } from './experiment.js';

it('C01, C62: 24 refunds, each disturbed once: a naive loop pays some twice, Countersign each once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-duplicates-'));
  const [database, world] = await Promise.all([testDatabase(), OutsideWorld.start(folder)]);
  try {
    const outside = { urls: world.urls, token: await world.signIn('ada') };
    const runs = 3 * disturbances.length;
    const { contenders, kills, faults } = await experiment({ runs, database, outside, say: () => undefined });
    const [plain, keyed, ours] = contenders;
    // Three runs a disturbance; in five of the eight the effect is there before the loop begins again.
    for (const naive of [plain, keyed]) expect(naive).toMatchObject({ runs, duplicates: 15, lost: 0 });
    expect(ours).toMatchObject({ runs, effects: runs, duplicates: 0, lost: 0, waiting: 0 });
    expect(faults).toEqual([]);
    expect(kills).toBeGreaterThan(0);
  } finally {
    await world.stop();
    await database.dispose();
    await rm(folder, { recursive: true, force: true });
  }
});
