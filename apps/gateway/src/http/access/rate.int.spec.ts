import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type GatewayWorld, gatewayWorld } from '../../testing/gateway-world.js';

let world: GatewayWorld;
beforeAll(async () => {
  world = await gatewayWorld({
    RATE_PER_CUSTOMER: '2',
    RATE_BURST_PER_CUSTOMER: '4',
    RATE_PER_TENANT: '1000',
  });
});
afterAll(() => world.close());

const send = async (name: string, text = 'Hello.') =>
  world.ask('/v1/messages', { token: await world.tokens.of(name), body: { text } });

describe('a customer who sends a flood (S56)', () => {
  test('is limited with the time to wait, and the others are served', async () => {
    await Promise.all([world.tokens.of('ada'), world.tokens.of('ben')]);
    const began = performance.now();
    const flood = Promise.all(Array.from({ length: 300 }, () => send('ada')));
    const others = await Promise.all(Array.from({ length: 4 }, () => send('ben')));
    const answers = await flood;
    expect(others.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 202));
    const taken = answers.filter(({ status }) => status === 202);
    const limited = answers.filter(({ status }) => status === 429);
    expect(taken.length + limited.length).toBe(300);
    // However slow this machine is: a burst, and the rate for as long as it took.
    const seconds = Math.ceil((performance.now() - began) / 1_000);
    expect(taken.length).toBeGreaterThanOrEqual(4);
    expect(taken.length).toBeLessThanOrEqual(4 + 3 * seconds);
    expect(limited).not.toEqual([]);
    for (const { body, headers } of limited) {
      expect(body['code']).toBe('too_many_requests');
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect(await world.record.messages()).toHaveLength(taken.length + others.length);
    expect(world.refusals()).toContainEqual(
      expect.objectContaining({ code: 'too_many_requests', status: 429 }),
    );
  });
});
