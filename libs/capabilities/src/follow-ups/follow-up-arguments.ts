import { IsOptional, IsString, Matches } from 'class-validator';

const id = /^[\w.-]{1,64}$/;
/** No line end and no other control character: a subject is one line, and never a further header. */
const line = /^[^\p{Cc}\p{Cs}]{1,150}$/u;
/** Line ends are text; what else controls a terminal or a printer is not. */
const text = /^(?:[^\p{Cc}\p{Cs}]|[\n\t]){1,2000}$/u;

/**
 * The arguments of `follow-up.send`: which opportunity, and the words: those of a template, or one's own. To whom they
 * go is read from the CRM, and there is no argument for it.
 */
export class FollowUpArguments {
  @IsString()
  @Matches(id)
  opportunityId!: string;

  @IsOptional()
  @IsString()
  @Matches(id)
  templateId?: string;

  @IsOptional()
  @IsString()
  @Matches(line, { message: 'subject must be one line of at most 150 characters' })
  subject?: string;

  @IsOptional()
  @IsString()
  @Matches(text, { message: 'body must be text of at most 2000 characters' })
  body?: string;
}
