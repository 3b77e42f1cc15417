import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readLocalTime } from './local-time.js';

const zones = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/Havana',
  'Asia/Kathmandu',
];

/** What the platform's own clock of a zone shows at an instant, by another way than the code under test. */
function shownAt(instant: string, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
  }).formatToParts(new Date(instant));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

const localTimes = fc
  .integer({ min: Date.UTC(2024, 0, 1) / 60_000, max: Date.UTC(2030, 0, 1) / 60_000 })
  .map((minutes) => new Date(minutes * 60_000).toISOString().slice(0, 16));

test('C77: every instant that is answered shows exactly the local time that was asked for', () => {
  fc.assert(
    fc.property(localTimes, fc.constantFrom(...zones), (local, zone) => {
      const read = readLocalTime(local, zone);
      const points = read.outcome === 'once' ? [read.at] : [];
      if (read.outcome === 'twice') points.push(read.earlier, read.later);
      for (const { instant } of points) expect(shownAt(instant, zone)).toBe(local);
      if (read.outcome === 'twice') expect(read.earlier.instant < read.later.instant).toBe(true);
    }),
  );
});

test('C77: a time that is said never to be there is shown at no minute of the two days around it', () => {
  const skipped = fc.constantFrom(
    ...(['2026-03-08T02:30', '2027-03-14T02:00', '2028-03-12T02:59'] as const).map((local) => [
      local,
      zones[0],
    ]),
    ...(['2026-03-29T02:30', '2027-03-28T02:59'] as const).map((local) => [local, zones[1]]),
  );
  fc.assert(
    fc.property(skipped, ([local = '', zone = '']) => {
      expect(readLocalTime(local, zone)).toEqual({ outcome: 'never' });
      const noon = Date.parse(`${local.slice(0, 10)}T12:00:00Z`);
      const quarters = Array.from({ length: 192 }, (_, index) => noon + (index - 96) * 900_000);
      const minute = Number(local.slice(14)) % 15;
      const shown = quarters.map((at) => shownAt(new Date(at + minute * 60_000).toISOString(), zone));
      expect(shown).not.toContain(local);
    }),
    { numRuns: 20 },
  );
});
