import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../envelope/event.js';
import { type EventSample, eventSamples } from '../publication/samples.js';
import { withOtherTypes, withoutFields } from '../testing/broken-variants.js';
import { contractOf, eventContracts } from './event-contracts.js';
import { upcast } from './upcast.js';
import { validateEventData } from './validate-event-data.js';

const current = (sample: EventSample) => upcast(sample as unknown as RecordedEvent).data;

describe('samples', () => {
  it('there is one for every version of every event type, and none besides', () => {
    const wanted = Object.entries(eventContracts).flatMap(([type, { current: newest }]) =>
      Array.from({ length: newest }, (_, i) => `${type}.v${i + 1}.json`),
    );
    expect(eventSamples.map(([file]) => file)).toEqual(wanted.sort());
  });
  it.each(eventSamples)('%s is what its name says, and can still be read', (file, sample) => {
    expect(file).toBe(`${sample.type}.v${sample.schemaVersion}.json`);
    expect(validateEventData(sample.type, current(sample))).toEqual([]);
  });
  it.each(eventSamples)('%s may hold more than this release knows', (_file, sample) => {
    expect(validateEventData(sample.type, { ...current(sample), addedLater: { x: 1 } })).toEqual([]);
  });
});

describe.each(eventSamples)('broken variants of %s are refused', (_file, sample) => {
  const data = current(sample);
  const variants = [...withoutFields(data), ...withOtherTypes(data)];
  it.each(variants.map((variant) => [variant.field, variant.what, variant] as const))(
    '%s: %s',
    (_field, what, variant) => {
      const faults = validateEventData(sample.type, variant.data);
      expect(faults.length).toBeGreaterThan(0);
      const isNamed = faults.some((fault) => fault.field.startsWith(variant.field));
      expect(isNamed || what !== 'missing').toBe(true);
    },
  );
});

describe('an event type that is not known', () => {
  it('has no contract, not even under a name that every object has', () => {
    expect(contractOf('toString')).toBeUndefined();
    expect(validateEventData('SomethingNew', {})).toEqual([
      { field: '', reason: 'is of an event type that is not known' },
    ]);
  });
});
