import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { proposeRefund } from '../harness/refund-story.js';
import { System } from '../harness/system.js';
import { verdictOf } from '../harness/verdict.js';

const windowZone = 'America/Los_Angeles';

let system: System;
beforeAll(async () => {
  system = await System.start({ policies: { windowZone } });
});
afterAll(() => system.stop());

/** The first instant of the day in the shop's zone that was `daysAgo` days ago there. */
function dayStarted(daysAgo: number): number {
  const dayOf = (instant: number) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: windowZone }).format(new Date(instant));
  const [year = 0, month = 1, day = 1] = dayOf(Date.now()).split('-').map(Number);
  const wanted = new Date(Date.UTC(year, month - 1, day - daysAgo)).toISOString().slice(0, 10);
  // Midnight there is between 07:00 and 08:00 UTC, by the season.
  const eight = Date.parse(`${wanted}T08:00:00Z`);
  return dayOf(eight - 3_600_000) === wanted ? eight - 3_600_000 : eight;
}

async function verdict(deliveredAt: number): Promise<unknown> {
  const order = await system.admin.order({
    lines: [{ lineId: '1', title: 'lamp', unitPriceMinor: 5_000 }],
    deliveredAt: new Date(deliveredAt).toISOString(),
  });
  const { data } = await verdictOf(system, await proposeRefund(system, order));
  const reasons = data['reasons'] as readonly { policyId: string }[];
  return [data['verdict'], data['verdict'] === 'deny' ? reasons[0]?.policyId : 'not denied'];
}

test("C75: the window is counted in days of the shop's zone, far from the server's; the last day is whole", async () => {
  expect(await verdict(dayStarted(30) + 1)).toEqual(['requirements', 'not denied']);
  expect(await verdict(dayStarted(30) - 1)).toEqual(['deny', 'refund-window-over']);
  expect(await verdict(dayStarted(29) - 1)).toEqual(['requirements', 'not denied']);
});
