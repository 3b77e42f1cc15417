import { createHmac } from 'node:crypto';
import type { Counter } from '../people/counter.js';
import type { Said } from './payments.js';

/** What the simulated provider signs with. It guards nothing. */
export const webhookSecret = 'whsec_of_the_simulated_provider';

const triesMax = 40;

/**
 * Delivers what the provider says as it would: soon or an hour late, so that what was said first may arrive last; again
 * until it is taken, and now and then once more although it was.
 */
export function delivers(counter: Counter, said: Said): void {
  const chance = counter.chanceOf(`webhook ${said.id}`);
  const copies = chance.happens(0.3) ? 2 : 1;
  for (let copy = 1; copy <= copies; copy += 1) {
    const inMs = chance.happens(0.2) ? chance.whole(1, 60) * 60_000 : chance.whole(50, 5_000);
    counter.begin(async () => {
      await counter.wait(inMs);
      for (let attempt = 1; attempt <= triesMax; attempt += 1) {
        if (await isTaken(counter, said)) return;
        await counter.wait(Math.min(attempt, 10) * 60_000);
      }
    });
  }
}

async function isTaken(counter: Counter, { system, body: says }: Said): Promise<boolean> {
  const body = JSON.stringify(says);
  const atS = Math.floor(counter.nowMs / 1_000);
  const signature = createHmac('sha256', webhookSecret).update(`${atS}.${body}`).digest('hex');
  const { outcome } = await counter.send('reconciler', 'the provider', {
    ...{ method: 'POST', route: '/v1/webhooks/:system/:tenant' },
    params: { system, tenant: 'fjordlight' },
    headers: { [signedIn[system]]: `t=${atS},v1=${signature}` },
    bytes: Buffer.from(body),
  });
  return outcome === 'answered';
}

/** The header in which each signs. */
const signedIn = { payments: 'stripe-signature', crm: 'crm-signature' } as const;
