import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../envelope/event.js';
import { contractOf, eventContracts } from './event-contracts.js';
import { upcast } from './upcast.js';
import { validateEventData } from './validate-event-data.js';

interface Sample {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: Record<string, unknown>;
}

const folder = join(import.meta.dirname, '../../samples');
const files = readdirSync(folder);
const read = (file: string): Sample => JSON.parse(readFileSync(join(folder, file), 'utf8'));
const samples = files.map((file): [string, Sample] => [file, read(file)]);
const current = (sample: Sample) => upcast(sample as unknown as RecordedEvent).data;

/** Every path to a field in a sample, as the keys on the way. */
function pathsIn(value: unknown, above: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...above, key];
    return Array.isArray(value) ? pathsIn(inner, here) : [here, ...pathsIn(inner, here)];
  });
}

/** A copy in which the field at a path is removed, or is another value. */
function broken(
  data: unknown,
  path: readonly string[],
  replaced: { readonly by: unknown } | 'removed',
): unknown {
  const copy = JSON.parse(JSON.stringify(data)) as Record<string, unknown>;
  const last = path.at(-1) ?? '';
  const holder = path.slice(0, -1).reduce((at, key) => at[key] as Record<string, unknown>, copy);
  if (replaced === 'removed') delete holder[last];
  else holder[last] = replaced.by;
  return copy;
}

/** Content that is the capability's or the target's own: any JSON does. */
const ownContent =
  /^(action\.)?arguments\.|^facts\.|\.?details\.|^result(\.|$)|^(action\.evidence\.\d+\.)?value$|^evidence\.(?!source|asked|readAt|complete|found|why)/;
/** May be left out, DESIGN section 4. */
const optional = /(section|version|customerText|amountMinor|currency|money|detail)$/;

describe('samples', () => {
  it('there is one for every version of every event type, and none besides', () => {
    const wanted = Object.entries(eventContracts).flatMap(([type, { current: newest }]) =>
      Array.from({ length: newest }, (_, i) => `${type}.v${i + 1}.json`),
    );
    expect([...files].sort()).toEqual(wanted.sort());
  });
  it.each(samples)('%s is what its name says, and can still be read', (file, sample) => {
    expect(file).toBe(`${sample.type}.v${sample.schemaVersion}.json`);
    expect(validateEventData(sample.type, current(sample))).toEqual([]);
  });
  it.each(samples)('%s may hold more than this release knows', (_file, sample) => {
    expect(validateEventData(sample.type, { ...current(sample), addedLater: { x: 1 } })).toEqual([]);
  });
});

describe.each(samples)('broken variants of %s are refused', (_file, sample) => {
  const data = current(sample);
  const fields = pathsIn(data).filter((path) => !ownContent.test(path.join('.')));
  it.each(fields.filter((path) => !optional.test(path.join('.'))).map((path) => path.join('.')))(
    'without %s',
    (field) => {
      const faults = validateEventData(sample.type, broken(data, field.split('.'), 'removed'));
      expect(faults.some((fault) => fault.field.startsWith(field))).toBe(true);
    },
  );
  it.each(fields.map((path) => path.join('.')))('with another type of %s', (field) => {
    for (const by of [{}, [], 7.5, true, null, 'x'.repeat(100_001), 'a\u0000b']) {
      if (isFitting(data, field, by)) continue;
      const faults = validateEventData(sample.type, broken(data, field.split('.'), { by }));
      expect([by, faults.length > 0]).toEqual([by, true]);
    }
  });
});

/** Some replacements happen to be of the right type. */
function isFitting(data: unknown, field: string, by: unknown): boolean {
  const was = field.split('.').reduce((at, key) => (at as Record<string, unknown>)[key], data);
  if (typeof was === 'boolean') return typeof by === 'boolean';
  if (Array.isArray(was)) return Array.isArray(by);
  if (by === null) return optional.test(field);
  const isFree = /(^|\.)(arguments|facts|details|evidence)$/.test(field);
  return isFree && typeof by === 'object' && !Array.isArray(by);
}

describe('an event type that is not known', () => {
  it('has no contract, not even under a name that every object has', () => {
    expect(contractOf('toString')).toBeUndefined();
    expect(validateEventData('SomethingNew', {})).toEqual([
      { field: '', reason: 'is of an event type that is not known' },
    ]);
  });
});
