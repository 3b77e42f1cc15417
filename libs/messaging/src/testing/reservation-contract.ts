import { randomUUID } from 'node:crypto';
import type { NewEvent } from '@countersign/contracts';
import type { Append } from '@countersign/event-store';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { StoreUnderTest } from './event-store-contract.js';
import { someEvent } from './events.js';

const tenant = 'fjordlight';
const decided = (verdict: string) => someEvent('PolicyDecided', { verdict });
const released = () => someEvent('ReservationReleased', { because: 'any' });
const duplicate = () => someEvent('ProposalMarkedDuplicate', { of: 'any' });

/** That no permission stands without its reservation, and nothing is given back in silence: by the store, not by code. */
export function describeReservations(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    let under: StoreUnderTest;
    beforeAll(async () => {
      under = await open();
    });
    afterAll(() => under.close());
    const fresh = () => `proposal-${randomUUID()}`;
    const held = async (stream: string) =>
      (await under.store.claimsUnder(tenant, `intent:${stream}`)).filter((claim) => !claim.released).length;
    const put = (stream: string, events: readonly NewEvent[], over: Partial<Append> = {}) =>
      under.store.append({ tenant, stream, expectedVersion: 0, events, ...over });
    /** A stream at version 1 that holds its intent and a share. */
    const permitted = async () => {
      const stream = fresh();
      const claims = [{ key: `intent:${stream}` }, { key: `share:${stream}#1` }];
      expect(await put(stream, [decided('allow')], { claims })).toMatchObject({ outcome: 'appended' });
      return stream;
    };
    const refused = (type: string, rule: string) => ({ outcome: 'forbidden', type, rule });

    test.each([
      ['allow', 'allowed_holds_its_intent'],
      ['requirements', 'asked_for_holds_its_intent'],
    ])('%s without the claim of its intent is refused, and with it is not', async (verdict, rule) => {
      const stream = fresh();
      const events = [decided(verdict)];
      expect(await put(stream, events)).toEqual(refused('PolicyDecided', rule));
      const share = [{ key: `share:${stream}#1` }];
      expect(await put(stream, events, { claims: share })).toEqual(refused('PolicyDecided', rule));
      expect(await under.store.readStream(tenant, stream)).toEqual([]);
      const claims = [...share, { key: `intent:${stream}` }];
      expect(await put(stream, events, { claims })).toMatchObject({ outcome: 'appended' });
      // The same words again, when nothing is held any more, are what was said already.
      const again = { expectedVersion: 1, releases: ['*'] };
      expect(await put(stream, [released()], again)).toMatchObject({ outcome: 'appended' });
      expect(await put(stream, events)).toEqual({ outcome: 'duplicate', version: 1 });
    });

    test('what is judged again keeps what it holds, and needs a claim anew once that was given back', async () => {
      const stream = await permitted();
      const again = () => put(stream, [decided('requirements')], { expectedVersion: 1 });
      expect(await again()).toMatchObject({ outcome: 'appended', version: 2 });
      await put(stream, [released()], { expectedVersion: 2, releases: ['*'] });
      expect(await put(stream, [decided('allow')], { expectedVersion: 3 })).toEqual(
        refused('PolicyDecided', 'allowed_holds_its_intent'),
      );
    });

    test.each([
      ['a denial', () => [decided('deny')], 'denied_holds_nothing'],
      ['a duplicate', () => [duplicate()], 'duplicate_holds_nothing'],
    ])('%s of what holds something is refused, unless it gives that back and says so', async (...given) => {
      const [, events, rule] = given;
      const stream = await permitted();
      const type = events()[0]?.type ?? '';
      expect(await put(stream, events(), { expectedVersion: 1 })).toEqual(refused(type, rule));
      expect(await put(stream, events(), { expectedVersion: 1, releases: ['*'] })).toEqual(
        refused(type, 'releases_without_event'),
      );
      expect(await held(stream)).toBe(1);
      const both = [...events(), released()];
      expect(await put(stream, both, { expectedVersion: 1, releases: ['*'] })).toMatchObject({ version: 3 });
      expect(await held(stream)).toBe(0);
      expect(await put(fresh(), events())).toMatchObject({ outcome: 'appended' });
    });

    test('that something was given back is not said while it is held, or of a part of it', async () => {
      const stream = await permitted();
      const part = { releases: [`share:${stream}#1`] };
      for (const over of [{}, part])
        expect(await put(stream, [released()], { expectedVersion: 1, ...over })).toEqual(
          refused('ReservationReleased', 'released_holds_nothing'),
        );
      const all = { releases: [`share:${stream}#1`, `intent:${stream}`] };
      expect(await put(stream, [released()], { expectedVersion: 1, ...all })).toMatchObject({ version: 2 });
      expect(await put(stream, [released()], { expectedVersion: 2 })).toMatchObject({ version: 3 });
    });

    test('claims are made with a permission and with nothing else', async () => {
      const stream = fresh();
      const claims = [{ key: `intent:${stream}` }];
      for (const event of [decided('deny'), duplicate(), released()])
        expect(await put(stream, [event], { claims })).toEqual(
          refused(event.type, 'claims_without_permission'),
        );
      expect(await held(stream)).toBe(0);
    });

    test.each(['Allow', 'permit', ''])('the verdict ‘%s’, which no rule has, is refused', async (verdict) => {
      const stream = fresh();
      const claims = [{ key: `intent:${stream}` }];
      const answer = await put(stream, [decided(verdict)], { claims });
      expect(answer).toEqual(refused('PolicyDecided', 'verdict_unknown'));
    });
  });
}
