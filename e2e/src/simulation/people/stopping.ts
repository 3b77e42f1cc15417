import type { World } from '../world.js';
import type { Counter } from './counter.js';

/** One operator stops everything for a target or the tenant; some time later another one releases it. */
export function stops(world: World, counter: Counter, { scope, ms }: { scope: string; ms: number }): void {
  counter.begin(async () => {
    if (!(await isStopped(world, counter, scope))) return;
    await counter.wait(ms);
    for (let attempt = 1; attempt <= 60; attempt += 1) {
      for (const each of world.stops) if (each.scope === scope) each.releaseAsked = true;
      const released = await counter.ask('reconciler', 'tove', {
        ...{ method: 'POST', route: '/v1/stops/:scope/release', params: { scope } },
        body: { reason: 'looked at it' },
      });
      if (released.outcome === 'answered') return;
      if (released.outcome === 'refused' && released.code === 'not_stopped') return;
      await counter.wait(Math.min(attempt, 10) * 30_000);
    }
  });
}

async function isStopped(world: World, counter: Counter, scope: string): Promise<boolean> {
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const answer = await counter.ask('reconciler', 'sam', {
      ...{ method: 'POST', route: '/v1/stops', params: {} },
      body: { scope, reason: 'something is wrong there' },
    });
    if (answer.outcome === 'answered') {
      const underWay = (answer.body['underWay'] ?? []) as readonly string[];
      world.stops.push({ scope, underWay, releaseAsked: false });
      return true;
    }
    // It may be this very request, whose answer was lost: whoever asked releases what they asked for.
    if (answer.outcome === 'refused' && answer.code === 'already_stopped') return true;
    await counter.wait(5_000);
  }
  return false;
}
