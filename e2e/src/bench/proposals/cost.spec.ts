import { expect, it } from '@jest/globals';
import { costOf, processorMs } from './cost.js';
import { processTable } from './proposal-table.js';

it('tells each figure as the median of the rounds, and how far they lie apart', () => {
  const { cost, apart } = costOf([{ statements: 10 }, { statements: 12 }, { statements: 30 }]);
  expect(cost).toEqual({ statements: 12 });
  expect(apart['statements']).toBeCloseTo(10 / 12);
});

it('leaves out what no round could count, instead of calling it nothing', () => {
  expect(costOf([{ driverMs: 2 }, { driverMs: 4 }])).toEqual({
    cost: { driverMs: 3 },
    apart: { driverMs: 1 / 3 },
  });
});

it('adds processor time of all processes, and of nothing else', () => {
  expect(
    processorMs({ servicesMs: 8, databaseMs: 5, targetMs: 1, driverMs: 2, statements: 100, pages: 700 }),
  ).toBe(16);
});

it('says what full processors allow: the floor’s processor time of the system’s', () => {
  const reached = { inFlight: 64, rates: [1], p50Ms: 1, p99Ms: 1 };
  const { rows, notes } = processTable([
    { ...reached, name: 'system', cost: { servicesMs: 8, databaseMs: 6, targetMs: 1, driverMs: 1 } },
    { ...reached, name: 'floor', cost: { databaseMs: 1, targetMs: 1, driverMs: 2 } },
  ]);
  expect(rows).toEqual([
    ['system', '64', '8.00', '6.00', '1.00', '1.00', '16.00'],
    ['floor', '64', '', '1.00', '1.00', '2.00', '4.00'],
  ]);
  expect(notes?.[0]).toBe('at 64: 0.25 is what full processors allow');
});
