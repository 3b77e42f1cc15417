import { IsString, Matches } from 'class-validator';

const id = /^[\w.-]{1,64}$/;

/** The arguments of `account.close`: which account. */
export class ClosureArguments {
  @IsString()
  @Matches(id)
  accountId!: string;
}

/** Of `duplicate-charge.refund`: which charge of which account. The amount, and what it doubles, are read. */
export class DuplicateArguments extends ClosureArguments {
  @IsString()
  @Matches(id)
  chargeId!: string;
}
