import { expect, it } from '@jest/globals';
import { growthTable } from './growth-table.js';

const small = {
  proposals: 1_000,
  cost: { statements: 20, pages: 100 },
  apart: { statements: 0.05, pages: 0.02 },
};

it('calls a figure the same when both stores differ by less than the rounds of one of them', () => {
  const large = {
    proposals: 200_000,
    cost: { statements: 20.8, pages: 104 },
    apart: { statements: 0.01, pages: 0.03 },
  };
  expect(growthTable([small, large]).rows).toEqual([
    ['statements', '20.0', '20.8', '1.04', '±5%', 'yes'],
    ['pages read', '100', '104', '1.04', '±3%', 'no'],
  ]);
});

it('leaves out what could not be counted on either', () => {
  const large = { proposals: 200_000, cost: { statements: 20 }, apart: { statements: 0 } };
  expect(growthTable([small, large]).rows.map(([name]) => name)).toEqual(['statements']);
});
