import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type GatewayWorld, gatewayWorld } from '../../testing/gateway-world.js';

let world: GatewayWorld;
beforeAll(async () => {
  world = await gatewayWorld({
    RATE_PER_CUSTOMER: '10',
    RATE_BURST_PER_CUSTOMER: '20',
    RATE_PER_TENANT: '1000',
  });
});
afterAll(() => world.close());

const send = async (name: string, text = 'Hello.') =>
  world.ask('/v1/messages', { token: await world.tokens.of(name), body: { text } });

describe('a customer who sends a flood (S56)', () => {
  test('is limited with the time to wait, and the others are served', async () => {
    await Promise.all([world.tokens.of('ada'), world.tokens.of('ben')]);
    const flood = Promise.all(Array.from({ length: 300 }, () => send('ada')));
    const others = await Promise.all(Array.from({ length: 8 }, () => send('ben')));
    const answers = await flood;
    expect(others.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 202));
    const taken = answers.filter(({ status }) => status === 202);
    const limited = answers.filter(({ status }) => status === 429);
    expect(taken.length + limited.length).toBe(300);
    expect(taken.length).toBeGreaterThanOrEqual(20);
    expect(taken.length).toBeLessThanOrEqual(60);
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
