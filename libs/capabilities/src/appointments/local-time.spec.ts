import { execFileSync } from 'node:child_process';
import { describe, expect, it, test } from '@jest/globals';
import { inWords, minutesAfter, pointMeant, readLocalTime, whichOf } from './local-time.js';

const newYork = 'America/New_York';

describe('C77: a local time across a change of the clocks', () => {
  it('stays what it is, and its instant follows: 09:00 is 14:00Z on 6 March 2026 and 13:00Z on 9 March', () => {
    expect(readLocalTime('2026-03-06T09:00', newYork)).toMatchObject({
      at: { instant: '2026-03-06T14:00:00Z', offset: '-05:00' },
    });
    expect(readLocalTime('2026-03-09T09:00', newYork)).toMatchObject({
      at: { instant: '2026-03-09T13:00:00Z', offset: '-04:00', local: '2026-03-09T09:00' },
    });
  });

  it('2026-03-08 02:30 does not exist, and is not moved on to one that does', () => {
    expect(readLocalTime('2026-03-08T02:30', newYork)).toEqual({ outcome: 'never' });
    expect(readLocalTime('2026-03-08T03:00', newYork).outcome).toBe('once');
    expect(readLocalTime('2026-03-08T01:59', newYork).outcome).toBe('once');
  });

  it('2026-11-01 01:30 comes twice: it is neither until it is said which', () => {
    const read = readLocalTime('2026-11-01T01:30', newYork);
    expect(read).toMatchObject({
      outcome: 'twice',
      earlier: { instant: '2026-11-01T05:30:00Z', offset: '-04:00' },
      later: { instant: '2026-11-01T06:30:00Z', offset: '-05:00' },
    });
    expect(pointMeant(read)).toBeUndefined();
    expect(pointMeant(read, 'later')?.instant).toBe('2026-11-01T06:30:00Z');
    expect(whichOf('2026-11-01T01:30', newYork, '2026-11-01T05:30:00Z')).toBe('earlier');
    expect(whichOf('2026-11-01T03:30', newYork, '2026-11-01T08:30:00Z')).toBeUndefined();
  });

  it('the same where the clocks move by half an hour, or at midnight', () => {
    expect(readLocalTime('2026-04-05T01:45', 'Australia/Lord_Howe').outcome).toBe('twice');
    expect(readLocalTime('2026-10-04T02:15', 'Australia/Lord_Howe').outcome).toBe('never');
    expect(readLocalTime('2026-03-08T00:30', 'America/Havana').outcome).toBe('never');
  });

  it('an hour over the change is an hour by the stop-watch', () => {
    const start = pointMeant(readLocalTime('2026-11-01T01:30', newYork), 'earlier');
    expect(start && minutesAfter(start, 60)).toMatchObject({ local: '2026-11-01T01:30', offset: '-05:00' });
  });

  it('is said with its zone, its offset and its instant', () => {
    const read = readLocalTime('2026-03-09T09:00', newYork);
    expect(read.outcome === 'once' && inWords(read.at)).toBe(
      'Monday 9 March 2026, 09:00 (America/New_York, UTC-04:00), 2026-03-09T13:00:00Z',
    );
  });
});

describe('what is no local time of a zone', () => {
  it.each([
    '2026-02-30T09:00',
    '2026-03-09T24:00',
    '2026-03-09',
    '2026-03-09T09:00Z',
    '2026-03-09T09:00:30',
    '',
  ])('%p is no local time', (local) => {
    expect(readLocalTime(local, newYork)).toEqual({ outcome: 'unreadable', code: 'time_unreadable' });
  });

  it.each(['Europe/Fjordlight', '+02:00', 'UTC+2', 'EST5EDT4', 'local', '', '../etc'])(
    '%p is no zone: an offset knows nothing of the day the clocks change',
    (zone) => {
      expect(readLocalTime('2026-03-09T09:00', zone)).toEqual({
        outcome: 'unreadable',
        code: 'zone_unknown',
      });
    },
  );
});

test.each(['Asia/Tokyo', 'UTC', 'America/New_York', 'Pacific/Kiritimati'])(
  'C77: a server that runs in %s gives the same answer',
  (TZ) => {
    const asked = ['2026-03-06T09:00', '2026-03-09T09:00', '2026-03-08T02:30', '2026-11-01T01:30'];
    const program = `
      const { readLocalTime, inWords } = await import(process.argv[1]);
      const read = JSON.parse(process.argv[2]).map((local) => readLocalTime(local, 'America/New_York'));
      console.log(JSON.stringify(read.map((one) => (one.at ? [one, inWords(one.at)] : [one]))));`;
    const module = new URL('./local-time.js', import.meta.url).href;
    const argv = ['--input-type=module', '--eval', program, module, JSON.stringify(asked)];
    const printed = execFileSync(process.execPath, argv, { env: { ...process.env, TZ }, encoding: 'utf8' });
    const here = asked.map((local) => {
      const read = readLocalTime(local, newYork);
      return read.outcome === 'once' ? [read, inWords(read.at)] : [read];
    });
    expect(JSON.parse(printed)).toEqual(here);
  },
);
