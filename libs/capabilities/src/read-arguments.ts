import 'reflect-metadata';
import { type ClassConstructor, plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { FieldFault } from './capability.js';

export type ReadArguments<T> =
  | { readonly outcome: 'read'; readonly value: T }
  | { readonly outcome: 'refused'; readonly faults: readonly FieldFault[] };

/** Checks arguments again after whoever wrote them; every fault names its field and the reason. */
export function readArguments<T extends object>(
  shape: ClassConstructor<T>,
  value: unknown,
): ReadArguments<T> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { outcome: 'refused', faults: [{ field: 'arguments', reason: 'must be an object' }] };
  }
  const read = plainToInstance(shape, value);
  const errors = validateSync(read, { whitelist: true, forbidNonWhitelisted: true });
  const faults = errors.flatMap(({ property, constraints = {} }) =>
    Object.values(constraints).map((reason) => ({ field: `arguments.${property}`, reason })),
  );
  return faults.length > 0 ? { outcome: 'refused', faults } : { outcome: 'read', value: read };
}
