import { type PipeTransform, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { invalidFields } from './problem.js';
import type { FieldProblem } from './problem-document.js';

/** Bodies and queries against their classes: unknown fields are refused, every fault is named with its field. */
export function validation(): PipeTransform {
  return new ValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    transform: true,
    // What was sent is not repeated in the answer.
    validationError: { target: false, value: false },
    exceptionFactory: (errors) => invalidFields(errors.flatMap((error) => fieldProblems(error, ''))),
  });
}

function fieldProblems(error: ValidationError, above: string): FieldProblem[] {
  const field = above === '' ? error.property : `${above}.${error.property}`;
  const own = Object.entries(error.constraints ?? {}).map(([rule, reason]) => ({
    field,
    reason: rule === 'whitelistValidation' ? 'is not known here' : reason,
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => fieldProblems(child, field))];
}
