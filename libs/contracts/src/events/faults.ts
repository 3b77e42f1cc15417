import { plainToInstance } from 'class-transformer';
import { type ValidationError, type ValidatorOptions, validateSync } from 'class-validator';
import { textFault } from '../envelope/canonical-json.js';

/** What is wrong with one field; `field` is its path, `action.money.amountMinor`, and empty for the whole. */
export interface Fault {
  readonly field: string;
  readonly reason: string;
}

/** No value is ever printed: a fault names the field and the rule. */
const quiet: ValidatorOptions = { validationError: { target: false, value: false } };
/** From outside: a field that nobody knows is a fault. */
export const strict: ValidatorOptions = { ...quiet, whitelist: true, forbidNonWhitelisted: true };
/** From the store: a newer release may have written more, which is tolerated. */
export const tolerant: ValidatorOptions = quiet;

/** Everything that keeps a value from being of a class; text that no store could keep comes first. */
export function faultsOf(of: new () => object, value: unknown, options: ValidatorOptions): readonly Fault[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ field: '', reason: 'must be an object' }];
  }
  const text = textFault(value, '');
  if (text !== undefined) return [{ field: text.path, reason: text.reason }];
  return validateSync(plainToInstance(of, value), options).flatMap((error) => flat(error, ''));
}

function flat(error: ValidationError, above: string): readonly Fault[] {
  const field = above === '' ? error.property : `${above}.${error.property}`;
  const own = Object.values(error.constraints ?? {}).map((reason) => ({ field, reason }));
  return [...own, ...(error.children ?? []).flatMap((child) => flat(child, field))];
}
