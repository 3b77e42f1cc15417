import type { FieldFault } from '@countersign/capabilities';
import type { Problem } from '@countersign/messaging/http';
import type { PipeTransform, Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { ValidateIf, type ValidationError, validateSync } from 'class-validator';
import { problem } from './problem-codes.js';

/** More would only repeat to the sender what they sent. */
const faultsMax = 50;

/**
 * Takes a body as a class describes it, or refuses it with every faulty field. The body goes on as it came, not as
 * the copy that was checked: what is hashed and kept is what was sent. Text that cannot be kept and JSON that is
 * too deep have been refused by the edge before.
 */
export class ValidatedBody<Body extends object> implements PipeTransform<unknown, Body> {
  constructor(private readonly shape: Type<Body>) {}

  transform(value: unknown): Body {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw invalid([{ field: 'body', reason: 'must be a JSON object' }]);
    }
    const faults = faultsOf(this.shape, value);
    if (faults.length > 0) throw invalid(faults);
    return value as Body;
  }
}

/** What a body is to a handler. An alias, so that the edge's own check, by class, leaves it to this one. */
export type Sent<Body> = Body;

/** A field that may be left out; unlike the validator's own, `null` is not leaving it out. */
export const MayBeAbsent = () => ValidateIf((_body, value) => value !== undefined);

export function invalid(faults: readonly FieldFault[]): Problem {
  const errors = faults.slice(0, faultsMax);
  const fields = [...new Set(errors.map(({ field }) => field))];
  return problem('body_invalid', `Nothing was stored. Look at ${fields.join(', ')}.`, { errors });
}

function faultsOf(shape: Type<object>, value: object): FieldFault[] {
  const read = plainToInstance(shape, value);
  const errors = validateSync(read, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
  });
  // The copy leaves out names such as `constructor` without a word.
  const dropped = Object.keys(value).filter((field) => !Object.hasOwn(read, field));
  return [
    ...dropped.map((field) => ({ field, reason: `property ${field} should not exist` })),
    ...errors.flatMap((error) => flattened(error, '')),
  ];
}

/** One reason a field: of its rules the one that is declared first, which is the most basic. */
function flattened(
  { property, constraints = {}, children = [] }: ValidationError,
  path: string,
): FieldFault[] {
  const inner = /^\d+$/.test(property) ? `${path}[${property}]` : `${path}.${property}`;
  const field = path === '' ? property : inner;
  const reason = Object.values(constraints).at(-1);
  const own = reason === undefined ? [] : [{ field, reason }];
  return [...own, ...children.flatMap((child) => flattened(child, field))];
}
