import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { checkWindow, type WindowQuestion } from './window.js';

const inside = (zone: string, deliveredAt: string, askedAt: string) =>
  checkWindow({ zone, days: 30, since: deliveredAt, askedAt }).inside;

describe('the last day counts whole, in the zone of the shop', () => {
  test('C75: delivered 1 March in Los Angeles, asked late on 31 March there, which is April in UTC', () => {
    const zone = 'America/Los_Angeles';
    expect(
      checkWindow({ zone, days: 30, since: '2026-03-01T18:00:00Z', askedAt: '2026-04-01T06:30:00Z' }),
    ).toEqual({
      inside: true,
      daysSince: 30,
      lastDayEndsAt: '2026-04-01T07:00:00.000Z',
    });
    expect(inside(zone, '2026-03-01T18:00:00Z', '2026-04-01T00:01:00-07:00')).toBe(false);
  });

  test('S14: delivered 30 days ago to the minute, whatever the zone of the customer', () => {
    expect(inside('Europe/Berlin', '2026-10-30T14:05:00Z', '2026-11-29T14:05:00Z')).toBe(true);
    expect(inside('Europe/Berlin', '2026-10-30T14:05:00Z', '2026-11-29T23:05:00+09:00')).toBe(true);
  });

  const boundaries: readonly [zone: string, delivered: string, lastIn: string, firstOut: string][] = [
    ['Europe/Berlin', '2026-10-30T10:00:00Z', '2026-11-29T22:59:59.999Z', '2026-11-29T23:00:00Z'],
    ['Pacific/Kiritimati', '2026-10-30T09:59:59Z', '2026-11-29T09:59:59Z', '2026-11-29T10:00:00Z'],
    ['Pacific/Pago_Pago', '2026-10-30T11:00:00Z', '2026-11-30T10:59:59Z', '2026-11-30T11:00:00Z'],
    ['Asia/Kathmandu', '2026-10-30T10:00:00Z', '2026-11-29T18:14:59Z', '2026-11-29T18:15:00Z'],
    // Clocks go forward on 29 March and back on 25 October: a day of 23 or 25 hours is one day.
    ['Europe/Berlin', '2026-03-01T22:59:00Z', '2026-03-31T21:59:59Z', '2026-03-31T22:00:00Z'],
    ['Europe/Berlin', '2026-10-01T21:59:00Z', '2026-10-31T22:59:59Z', '2026-10-31T23:00:00Z'],
    // In Santiago the day after the window begins at 01:00: midnight is skipped on 6 September 2026.
    ['America/Santiago', '2026-08-06T15:00:00Z', '2026-09-06T03:59:59Z', '2026-09-06T04:00:00Z'],
  ];

  test.each(boundaries)(
    '%s, delivered %s: in until %s, out from %s',
    (zone, deliveredAt, lastIn, firstOut) => {
      expect(inside(zone, deliveredAt, lastIn)).toBe(true);
      expect(inside(zone, deliveredAt, firstOut)).toBe(false);
      const answer = checkWindow({ zone, days: 30, since: deliveredAt, askedAt: firstOut });
      expect(answer).toMatchObject({
        daysSince: 31,
        lastDayEndsAt: new Date(firstOut).toISOString(),
      });
    },
  );

  test('on the day of delivery no day has passed, and a day before it the window is not open', () => {
    const question = { zone: 'Europe/Berlin', days: 30, since: '2026-11-10T08:00:00Z' };
    expect(checkWindow({ ...question, askedAt: '2026-11-10T22:00:00Z' })).toMatchObject({
      inside: true,
      daysSince: 0,
    });
    expect(checkWindow({ ...question, askedAt: '2026-11-09T08:00:00Z' })).toMatchObject({ inside: false });
  });
});

describe('what cannot be read is unknown, never inside', () => {
  test.each(['2026-03-01', '2026-03-01T10:00:00', 'yesterday', '', '2026-02-30T10:00:00Z'])(
    'delivered %p',
    (deliveredAt) => {
      expect(
        checkWindow({ zone: 'Europe/Berlin', days: 30, since: deliveredAt, askedAt: '2026-03-02T10:00:00Z' }),
      ).toEqual({
        inside: 'unknown',
        daysSince: 'unknown',
        code: 'instant_unreadable',
      });
    },
  );

  test('a zone that does not exist', () => {
    expect(inside('Europe/Fjordlight', '2026-03-01T10:00:00Z', '2026-03-02T10:00:00Z')).toBe('unknown');
  });
});

test.each(['Asia/Tokyo', 'UTC', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
  'C75: a server that runs in %s gives the same answer',
  (TZ) => {
    const questions: readonly WindowQuestion[] = ['2026-04-01T06:30:00Z', '2026-04-01T07:01:00Z'].map(
      (askedAt) => ({
        zone: 'America/Los_Angeles',
        days: 30,
        since: '2026-03-01T18:00:00Z',
        askedAt,
      }),
    );
    const program = `
      const { checkWindow } = await import(process.argv[1]);
      console.log(JSON.stringify(JSON.parse(process.argv[2]).map(checkWindow)));`;
    const module = new URL('./window.js', import.meta.url).href;
    const argv = ['--input-type=module', '--eval', program, module, JSON.stringify(questions)];
    const printed = execFileSync(process.execPath, argv, { env: { ...process.env, TZ }, encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual(questions.map(checkWindow));
    expect(questions.map((question) => checkWindow(question).inside)).toEqual([true, false]);
  },
);
