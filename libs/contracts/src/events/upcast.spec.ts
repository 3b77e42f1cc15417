import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../envelope/event.js';
import { type EventContract, eventContracts } from './event-contracts.js';
import { SchemaTooNew, upcast, upcastBy } from './upcast.js';

const recorded = (type: string, schemaVersion: number, data: object): RecordedEvent =>
  ({ type, schemaVersion, data, id: 'e1', hash: 'h1' }) as unknown as RecordedEvent;

/** Made up: once a shop had one price; then prices had a currency; then they were minor units. */
const priceNamed: EventContract = {
  category: 'proposal',
  current: 3,
  class: class PriceNamed {},
  upcasters: {
    1: (data) => ({ ...data, currency: 'EUR' }),
    2: ({ price, ...rest }) => ({ ...rest, amountMinor: Number(price) * 100 }),
  },
};

describe('upcasting', () => {
  it('brings an old event to the current version, step by step', () => {
    expect(upcastBy(priceNamed, recorded('PriceNamed', 1, { price: 79 }))).toMatchObject({
      schemaVersion: 3,
      data: { amountMinor: 7900, currency: 'EUR' },
    });
    expect(upcastBy(priceNamed, recorded('PriceNamed', 2, { price: 79, currency: 'USD' })).data).toEqual({
      amountMinor: 7900,
      currency: 'USD',
    });
  });
  it('leaves identity and seal as they were written, and what was written untouched', () => {
    const old = recorded('PriceNamed', 1, { price: 79 });
    expect(upcastBy(priceNamed, old)).toMatchObject({ id: 'e1', hash: 'h1' });
    expect(old).toEqual(recorded('PriceNamed', 1, { price: 79 }));
  });
  it('returns an event of the current version as it is', () => {
    const now = recorded('PriceNamed', 3, { amountMinor: 7900, currency: 'EUR' });
    expect(upcastBy(priceNamed, now)).toBe(now);
    const known = recorded('CaseCompleted', 1, {});
    expect(upcast(known)).toBe(known);
  });
  it('passes over a type that it does not know', () => {
    const unknown = recorded('SomethingNew', 7, {});
    expect(upcast(unknown)).toBe(unknown);
  });
  it('refuses a version that it does not know', () => {
    expect(() => upcast(recorded('CaseCompleted', 2, {}))).toThrow(SchemaTooNew);
    expect(new SchemaTooNew('CaseCompleted', 2).code).toBe('schema_too_new');
  });
  it('does not guess where a step is missing', () => {
    const gap = { ...priceNamed, upcasters: {} };
    expect(() => upcastBy(gap, recorded('PriceNamed', 1, {}))).toThrow(/no upcaster from version 1/);
  });
});

describe('every contract', () => {
  it.each(Object.entries(eventContracts))(
    '%s has a step for each version before the current',
    (_type, contract) => {
      const steps = Object.keys(contract.upcasters).map(Number);
      expect(steps).toEqual(Array.from({ length: contract.current - 1 }, (_, i) => i + 1));
    },
  );
});
