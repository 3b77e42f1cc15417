import { describe, expect, test } from '@jest/globals';
import { Type } from 'class-transformer';
import { IsInt, IsString, MaxLength, ValidateNested } from 'class-validator';
import { MayBeAbsent, ValidatedBody } from './validated-body.js';

class Line {
  @IsInt()
  quantity!: number;
}

class Order {
  @IsString()
  @MaxLength(5)
  note!: string;

  @MayBeAbsent()
  @ValidateNested({ each: true })
  @Type(() => Line)
  lines?: Line[];
}

const taken = (value: unknown) => new ValidatedBody(Order).transform(value);
const faultsOf = (value: unknown): readonly { field: string; reason: string }[] => {
  try {
    taken(value);
    return [];
  } catch (error) {
    return (error as { problem: { errors: { field: string; reason: string }[] } }).problem.errors;
  }
};

describe('a body', () => {
  test('that fits goes on as it came, not as a copy', () => {
    const body = { note: 'ok', lines: [{ quantity: 1 }] };
    expect(taken(body)).toBe(body);
  });

  test.each([
    ['a list', [], 'body'],
    ['null', null, 'body'],
    ['a text', 'x', 'body'],
    ['a number where a text belongs', { note: 1 }, 'note'],
    ['null for what may be absent', { note: 'ok', lines: null }, 'lines'],
    ['a nested fault', { note: 'ok', lines: [{ quantity: 1 }, { quantity: 'x' }] }, 'lines[1].quantity'],
    ['a nested unknown field', { note: 'ok', lines: [{ quantity: 1, b: 2 }] }, 'lines[0].b'],
    ['an unknown field', { note: 'ok', extra: 1 }, 'extra'],
    ['a name that copies leave out', { note: 'ok', constructor: 1 }, 'constructor'],
  ])('that is %s is refused with its field', (_name, value, field) => {
    expect(faultsOf(value).map((fault) => fault.field)).toEqual([field]);
  });

  test('is told one reason a field, the most basic', () => {
    expect(faultsOf({ note: 7 })).toEqual([{ field: 'note', reason: 'note must be a string' }]);
    expect(faultsOf({ note: 'too long' })).toEqual([
      { field: 'note', reason: 'note must be shorter than or equal to 5 characters' },
    ]);
  });

  test('of ten thousand faults is told some of them', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`f${n}`, n]));
    expect(faultsOf({ note: 'ok', ...many })).toHaveLength(50);
  });
});
