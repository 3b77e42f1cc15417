import { capabilities, type FieldFault } from '@countersign/capabilities';
import { amountMinorMax, currencies, type JsonObject } from '@countersign/domain';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  IsUUID,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { MayBeAbsent } from '../problem/validated-body.js';

const kinds = capabilities.all.flatMap(({ actions }) => actions.map(({ kind }) => kind));
const plain = /^[^\p{Cc}\p{Cs}]{1,255}$/u;
const plainly = ({ property }: { property: string }) =>
  `${property} must be 1 to 255 characters, none of control`;

const IsScalar = () =>
  ValidateBy({
    name: 'isScalar',
    validator: {
      validate: (value: unknown) =>
        typeof value === 'string'
          ? value.length <= 2_000
          : typeof value === 'boolean' || Number.isFinite(value),
      defaultMessage: () => 'value must be text of at most 2000 characters, a number, true or false',
    },
  });

/** Something that is said and stands in no record, such as what the customer told the agent. */
class StatementBody {
  @ApiProperty({ example: 'unopened' })
  @IsString()
  @Matches(/^[A-Za-z][\w.-]{0,99}$/, { message: 'fact must be a name such as unopened' })
  fact!: string;

  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }], example: 'yes' })
  @IsScalar()
  value!: string | number | boolean;

  @ApiProperty({ description: 'Where the asker has it from', example: 'helpdesk/ticket-118' })
  @IsString()
  @Matches(plain, { message: plainly })
  source!: string;
}

/** One typed action, asked for. What it costs and changes is read from the records, never taken from here. */
export class ProposalBody {
  @ApiProperty({ enum: kinds })
  @IsIn(kinds)
  kind!: string;

  @ApiProperty({
    description: "The customer's subject; the records decide whether the target is theirs",
    example: 'ada',
  })
  @IsString()
  @Matches(plain, { message: plainly })
  customer!: string;

  @ApiProperty({ required: false, description: "The asker's own reference", example: 'ticket-118' })
  @MayBeAbsent()
  @IsString()
  @Matches(plain, { message: plainly })
  reference?: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The arguments of the action, as its capability describes them',
    example: { orderId: '4821', lines: [{ lineId: '1', quantity: 1 }], reason: 'unopened_return' },
  })
  @IsObject()
  arguments!: JsonObject;

  @ApiProperty({ required: false, type: 'integer', minimum: 1, maximum: amountMinorMax, example: 4200 })
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(amountMinorMax)
  amountMinor?: number;

  @ApiProperty({ required: false, description: 'ISO 4217; together with amountMinor', example: 'EUR' })
  @MayBeAbsent()
  @IsIn(currencies(), { message: 'currency must be an ISO 4217 currency' })
  currency?: string;

  @ApiProperty({ required: false, type: [StatementBody], maxItems: 50 })
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(50)
  @ValidateNested({ each: true })
  @Type(() => StatementBody)
  statements?: StatementBody[];

  @ApiProperty({
    required: false,
    type: [String],
    maxItems: 20,
    description:
      'Proposals that this one is meant to repeat; without them, a repeat is marked as a duplicate',
  })
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(20)
  @ArrayUnique()
  @IsUUID(undefined, { each: true })
  distinctFrom?: string[];

  @ApiProperty({ required: false, format: 'uuid', description: 'A waiting proposal that this one replaces' })
  @MayBeAbsent()
  @IsUUID()
  supersedes?: string;

  @ApiProperty({
    required: false,
    format: 'uuid',
    description:
      'A completed proposal that this one takes back, in a way its capability lists; the arguments are then those of the confirmed effect, and may be left empty',
  })
  @MayBeAbsent()
  @IsUUID()
  compensates?: string;
}

/** What one field alone cannot show. */
export function faultsBetween(body: ProposalBody): FieldFault[] {
  const faults: FieldFault[] = [];
  if (body.amountMinor !== undefined && body.currency === undefined) {
    faults.push({ field: 'currency', reason: 'must be given together with amountMinor' });
  }
  if (body.currency !== undefined && body.amountMinor === undefined) {
    faults.push({ field: 'amountMinor', reason: 'must be given together with currency' });
  }
  return faults;
}
