import { randomUUID } from 'node:crypto';
import type { NewEvent } from '@countersign/contracts';
import { type EventStore, START } from '@countersign/event-store';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { someEvent } from './events.js';

export interface StoreUnderTest {
  /** May append what the policy gate may, claims included, and not `CaseRouted`. */
  readonly store: EventStore;
  close(): Promise<void>;
}

/** What rules rely on in a store. The double in memory and the real one both pass it. */
export function describeEventStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    let under: StoreUnderTest;
    beforeAll(async () => {
      under = await open();
    });
    afterAll(() => under.close());
    const decided = (verdict = 'deny') => someEvent('PolicyDecided', { verdict });
    const released = () => someEvent('ReservationReleased', { because: 'any' });
    /** What two streams both want, and what only this one does. */
    const intentOf = (name: string) => ({ key: `intent:${name}` });
    const to = (stream: string, expectedVersion: number, ...events: NewEvent[]) => ({
      tenant: 'fjordlight',
      stream,
      expectedVersion,
      events,
    });
    const stream = () => `proposal-${randomUUID()}`;

    test('appends at the exact version, reads in order, from a version on', async () => {
      const name = stream();
      expect(await under.store.append(to(name, 0, decided(), decided()))).toMatchObject({
        outcome: 'appended',
        version: 2,
      });
      expect(await under.store.append(to(name, 1, decided()))).toEqual({ outcome: 'conflict', version: 2 });
      const events = await under.store.readStream('fjordlight', name);
      expect(events.map(({ version }) => version)).toEqual([1, 2]);
      expect(events[1]?.previousHash).toBe(events[0]?.hash);
      expect(await under.store.readStream('fjordlight', name, 2)).toEqual(events.slice(1));
      expect(await under.store.readStream('nordstern', name)).toEqual([]);
    });

    test('answers forbidden, then duplicate, then conflict, then too late, then claimed', async () => {
      const [name, other] = [stream(), stream()];
      const event = decided('allow');
      const claims = [intentOf(name)];
      await under.store.append({ ...to(other, 0, decided('allow')), claims });
      const refused = { ...to(name, 3, event), claims, notAfter: '2020-01-01T00:00:00Z' };
      const forbidden = { ...refused, events: [someEvent('CaseRouted')] };
      expect(await under.store.append(forbidden)).toEqual({ outcome: 'forbidden', type: 'CaseRouted' });
      expect(await under.store.append(refused)).toEqual({ outcome: 'conflict', version: 0 });
      expect(await under.store.append({ ...refused, expectedVersion: 0 })).toMatchObject({
        outcome: 'too_late',
      });
      const { notAfter: _, ...intime } = { ...refused, expectedVersion: 0 };
      expect(await under.store.append(intime)).toEqual({
        outcome: 'claimed',
        key: `intent:${name}`,
        holder: other,
      });
      const free = { ...to(name, 0, event), claims: [intentOf(`${name}:free`)] };
      expect(await under.store.append(free)).toMatchObject({ outcome: 'appended' });
      expect(await under.store.append(refused)).toEqual({ outcome: 'duplicate', version: 1 });
    });

    test('a claim is held until its own stream releases it', async () => {
      const [name, other] = [stream(), stream()];
      const claims = [{ ...intentOf(name), amountMinor: 5, currency: 'EUR' }];
      await under.store.append({ ...to(name, 0, decided('allow')), claims });
      await under.store.append({ ...to(other, 0, released()), releases: [`intent:${name}`] });
      const wanting = { ...to(other, 1, decided('allow')), claims };
      expect(await under.store.append(wanting)).toMatchObject({ outcome: 'claimed' });
      await under.store.append({ ...to(name, 1, released()), releases: [`intent:${name}`] });
      expect(await under.store.append(wanting)).toMatchObject({ outcome: 'appended' });
      const found = await under.store.claimsUnder('fjordlight', `intent:${name}`);
      expect(found.map(({ stream, released, amountMinor }) => [stream, released, amountMinor])).toEqual([
        [name, true, 5],
        [other, false, 5],
      ]);
    });

    test('a numbered claim is used once, also after its release, and `*` releases all of a stream', async () => {
      const [name, other] = [stream(), stream()];
      const numbered = (n: number) => ({ key: `k:${name}#${n}`, amountMinor: 5, currency: 'EUR' });
      const claims = [intentOf(name), numbered(1)];
      await under.store.append({ ...to(name, 0, decided('allow')), claims });
      await under.store.append({ ...to(name, 1, released()), releases: ['*'] });
      expect(await under.store.append({ ...to(other, 0, decided('allow')), claims })).toEqual({
        outcome: 'claimed',
        key: `k:${name}#1`,
        holder: name,
      });
      const next = [intentOf(name), numbered(2)];
      expect(await under.store.append({ ...to(other, 0, decided('allow')), claims: next })).toMatchObject({
        outcome: 'appended',
      });
    });

    test('refuses text that cannot be kept, by code', async () => {
      const bad = someEvent('PolicyDecided', { note: 'a\u0000b' });
      await expect(under.store.append(to(stream(), 0, bad))).rejects.toMatchObject({
        code: 'unstorable_text',
      });
    });

    test('gives everything in one order, page by page', async () => {
      await under.store.append(to(stream(), 0, decided(), decided(), decided()));
      const seen: string[] = [];
      for (let cursor = START; ; ) {
        const page = await under.store.readAfter(cursor, 2);
        if (page.events.length === 0) break;
        seen.push(...page.events.map(({ position }) => position));
        cursor = page.cursor;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toEqual([...seen].sort((a, b) => Number(a) - Number(b)));
    });
  });
}
