import { IsString, Matches, MaxLength } from 'class-validator';

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
