import 'reflect-metadata';
import { type JsonObject } from '@countersign/domain';
import { plainToInstance, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
  type ValidationError,
  validateSync,
} from 'class-validator';
import type { FieldFault } from '../capability.js';

const refundReasons = ['unopened_return', 'damaged', 'late', 'duplicate', 'goodwill', 'other'] as const;
export type RefundReason = (typeof refundReasons)[number];

class RefundLine {
  @IsString()
  @Matches(/^[\w.-]{1,64}$/)
  lineId!: string;

  @IsInt()
  @Min(1)
  @Max(10_000)
  quantity!: number;
}

/** The arguments of `refund.create`. Lines name what is given back; none means a part of the whole order. */
export class RefundArguments {
  @IsString()
  @Matches(/^[\w.-]{1,64}$/)
  orderId!: string;

  @IsArray()
  @ArrayMaxSize(200)
  @ValidateNested({ each: true })
  @Type(() => RefundLine)
  lines!: RefundLine[];

  @IsIn(refundReasons)
  reason!: RefundReason;

  @IsOptional()
  @IsString()
  @MaxLength(500)
  note?: string;
}

export type ReadArguments =
  | { readonly outcome: 'read'; readonly value: RefundArguments }
  | { readonly outcome: 'refused'; readonly faults: readonly FieldFault[] };

/** Checks arguments again after whoever wrote them; every fault names its field and the reason. */
export function readRefundArguments(value: unknown): ReadArguments {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { outcome: 'refused', faults: [{ field: 'arguments', reason: 'must be an object' }] };
  }
  const read = plainToInstance(RefundArguments, value);
  const errors = validateSync(read, { whitelist: true, forbidNonWhitelisted: true });
  const faults = errors.flatMap((error) => faultsOf(error, 'arguments'));
  const doubled = faults.length === 0 ? doubledLine(read) : undefined;
  if (doubled !== undefined) faults.push(doubled);
  return faults.length > 0 ? { outcome: 'refused', faults } : { outcome: 'read', value: read };
}

/** One line named twice would be paid back twice (C27). */
function doubledLine(read: RefundArguments): FieldFault | undefined {
  const ids = read.lines.map((line) => line.lineId);
  const index = ids.findIndex((id, at) => ids.indexOf(id) !== at);
  return index < 0
    ? undefined
    : { field: `arguments.lines[${index}].lineId`, reason: `line ${ids[index]} is named twice` };
}

function faultsOf(error: ValidationError, path: string): FieldFault[] {
  const field = /^\d+$/.test(error.property) ? `${path}[${error.property}]` : `${path}.${error.property}`;
  const own = Object.values(error.constraints ?? {}).map((reason) => ({ field, reason }));
  return [...own, ...(error.children ?? []).flatMap((child) => faultsOf(child, field))];
}

/** Lines in one order, so that naming them in another is the same refund. */
export function argumentsJson(value: RefundArguments): JsonObject {
  const lines = value.lines
    .map(({ lineId, quantity }) => ({ lineId, quantity }))
    .sort((a, b) => (a.lineId < b.lineId ? -1 : 1));
  const note = value.note === undefined ? {} : { note: value.note };
  return { orderId: value.orderId, lines, reason: value.reason, ...note };
}
