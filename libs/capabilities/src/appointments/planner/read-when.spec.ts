import { describe, expect, it } from '@jest/globals';
import { partsOf, readWhen } from './read-when.js';

/** A Monday in New York, and Tuesday already in Berlin. */
const today = { at: '2026-03-03T03:00:00Z', zone: 'America/New_York' };

describe('a date and a time of day, as people write them', () => {
  it.each<[string, string | undefined, string | undefined]>([
    ['2026-03-09 09:00', '2026-03-09', '09:00'],
    ['2026-03-09T09:00', '2026-03-09', '09:00'],
    ['9 March 2026 at 9 am', '2026-03-09', '09:00'],
    ['March 9th, 2:30 p.m.', '2026-03-09', '14:30'],
    ['the 1st of March at noon', '2027-03-01', '12:00'],
    ['tomorrow at 14:30', '2026-03-03', '14:30'],
    ['on Friday at 9:00', '2026-03-06', '09:00'],
    ['Monday, 12 am', '2026-03-09', '00:00'],
    ['03/09 at 9:00', undefined, '09:00'],
    ['next Friday at 9', undefined, undefined],
    ['30 February at 25:00', undefined, undefined],
    ['whenever you like', undefined, undefined],
  ])('“%s” is %p at %p', (text, date, time) => {
    expect(readWhen(text, today)).toEqual({ ...(date ? { date } : {}), ...(time ? { time } : {}) });
  });

  it('“tomorrow” is counted on the clock of the place', () => {
    expect(readWhen('tomorrow', { ...today, zone: 'Europe/Berlin' })).toEqual({ date: '2026-03-04' });
  });
});

describe('what a message says an appointment should move to', () => {
  it.each([
    ['I need to move my appointment from 6 March to 9 March at 9 am', '9 march at 9 am'],
    ['Can I change the appointment I had at 3:35 pm to tomorrow?', 'tomorrow'],
    ['I want to move my appointment on 6 March', ''],
    ['I need to be there at 9:00', ''],
  ])('“%s”: “%s”', (text, to) => {
    expect(partsOf(text).to.replace(/^to |\?$/g, '')).toBe(to);
  });
});
