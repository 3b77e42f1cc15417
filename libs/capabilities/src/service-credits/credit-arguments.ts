import 'reflect-metadata';
import { type ClassConstructor, plainToInstance } from 'class-transformer';
import { IsString, Matches, MaxLength, validateSync } from 'class-validator';
import type { FieldFault } from '../capability.js';

const id = /^[\w.-]{1,64}$/;

/** The arguments of `credit.create`: which support case. All else is read. */
export class CreditArguments {
  @IsString()
  @Matches(id)
  caseId!: string;
}

/** Of `credit.reverse`: which credit of which case, as billing confirmed it. */
export class ReversalArguments {
  @IsString()
  @Matches(id)
  creditId!: string;

  @IsString()
  @Matches(id)
  caseId!: string;
}

/** Of `support-case.update`: the credit that settles it. */
export class UpdateArguments extends ReversalArguments {}

/** Of `support-reply.draft`: what a person may send. */
export class ReplyArguments {
  @IsString()
  @Matches(id)
  caseId!: string;

  @IsString()
  @MaxLength(2_000)
  text!: string;
}

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
