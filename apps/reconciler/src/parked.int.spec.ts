import { PostgresEventStore } from '@countersign/event-store';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RecoveryWorld, until } from './testing/recovery-world.js';

let world: RecoveryWorld;
beforeAll(async () => {
  world = await RecoveryWorld.open();
  await world.admin('PATCH', '/identity/people/otherco/zoe', { roles: ['operator'] });
});
afterAll(() => world.close());

const items = async (person: string) =>
  (await world.call(person, 'GET', '/parked')).body['items'] as Record<string, unknown>[];

/** An event that a newer release wrote: this one cannot fold it, and says so by setting it aside. */
async function unreadable(id: string): Promise<void> {
  const executor = new PostgresEventStore({ url: world.database.urls.countersign_executor });
  const metadata = { causationId: id, correlationId: id };
  const event = { id, type: 'OutcomeUnknown', schemaVersion: 999, data: { code: 'new' }, metadata };
  await executor.append({
    tenant: 'fjordlight',
    stream: `proposal-${id}`,
    expectedVersion: 0,
    events: [event],
  });
  await executor.close();
}

it('shows a message that was set aside with its reason and bytes, and tries it again when asked', async () => {
  const id = '0b0e7c1e-0000-4000-8000-00000000000a';
  await unreadable(id);
  await until(async () => (await items('sam')).length === 1);
  const [parked] = await items('sam');
  expect(parked).toMatchObject({ service: 'reconciler', messageId: id, pattern: 'OutcomeUnknown' });
  expect(String(parked?.['content'])).toContain('"schemaVersion":999');
  expect(await items('zoe')).toEqual([]);
  const retry = (person: string, which: string) => world.call(person, 'POST', `/parked/${which}/retry`);
  const asked = await retry('sam', String(parked?.['id']));
  expect(asked).toMatchObject({ status: 200, body: { outcome: 'asked' } });
  await until(async () => Number((await items('sam'))[0]?.['attempts']) > Number(parked?.['attempts']));
  expect(await retry('zoe', String(parked?.['id']))).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  });
  expect(await retry('sam', 'x')).toMatchObject({ status: 404 });
  expect(await retry('maya', String(parked?.['id']))).toMatchObject({
    status: 403,
    body: { code: 'role_missing' },
  });
});
