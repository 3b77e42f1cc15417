import type { FieldFault } from '@countersign/capabilities';
import { textFault } from '@countersign/contracts';
import type { Problem } from '@countersign/messaging/http';
import type { PipeTransform, Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { ValidateIf, type ValidationError, validateSync } from 'class-validator';
import { problem } from './problem-codes.js';

/** Deeper JSON than anything here needs could exhaust the stack of whoever walks through it. */
const depthMax = 32;

/**
 * Takes a body as a class describes it, or refuses it with every faulty field. The body goes on as it came, not as
 * the copy that was checked: what is hashed and kept is what was sent. Precedence: an object at all, not too
 * deep, text that can be kept (400), then its shape (422).
 */
export class ValidatedBody<Body extends object> implements PipeTransform<unknown, Body> {
  constructor(private readonly shape: Type<Body>) {}

  transform(value: unknown): Body {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw invalid([{ field: 'body', reason: 'must be a JSON object' }]);
    }
    if (isDeeperThan(value, depthMax)) {
      throw invalid([{ field: 'body', reason: `is nested more than ${depthMax} levels deep` }]);
    }
    const fault = textFault(value, '');
    if (fault !== undefined && !isAboutNumber(fault.reason)) throw notStorable(fault.path, fault.reason);
    const faults = faultsOf(this.shape, value);
    if (faults.length > 0) throw invalid(faults);
    if (fault !== undefined) throw invalid([{ field: fault.path, reason: fault.reason }]);
    return value as Body;
  }
}

/** What a body is to a handler. An alias, so that the edge's own check, by class, leaves it to this one. */
export type Sent<Body> = Body;

/** A field that may be left out; unlike the validator's own, `null` is not leaving it out. */
export const MayBeAbsent = () => ValidateIf((_body, value) => value !== undefined);

export function notStorable(field: string, reason: string): Problem {
  return problem('invalid_request', `${field} ${reason}. Nothing was stored.`, {
    errors: [{ field, reason }],
  });
}

export function invalid(errors: readonly FieldFault[]): Problem {
  const fields = [...new Set(errors.map(({ field }) => field))];
  return problem('body_invalid', `Nothing was stored. Look at ${fields.join(', ')}.`, { errors });
}

const isAboutNumber = (reason: string): boolean => reason.includes('finite');

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

function flattened(error: ValidationError, path: string): FieldFault[] {
  const isIndex = /^\d+$/.test(error.property);
  const field = isIndex
    ? `${path}[${error.property}]`
    : path === ''
      ? error.property
      : `${path}.${error.property}`;
  const own = Object.values(error.constraints ?? {}).map((reason) => ({ field, reason }));
  return [...own, ...(error.children ?? []).flatMap((child) => flattened(child, field))];
}

/** Level by level and never by recursion, for the same reason that it is asked. */
function isDeeperThan(value: object, levels: number): boolean {
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    level = level.flatMap((item) =>
      Object.values(item).filter((inner): inner is object => typeof inner === 'object' && inner !== null),
    );
  }
  return false;
}
