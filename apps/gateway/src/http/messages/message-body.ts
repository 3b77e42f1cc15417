import { requestTextMax } from '@countersign/contracts';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import { MayBeAbsent } from '../problem/validated-body.js';

/** What a customer writes. */
export class MessageBody {
  @ApiProperty({ maxLength: requestTextMax, example: 'Please refund the headphones of order 4821.' })
  @IsString()
  @MaxLength(requestTextMax)
  @Matches(/\S/u, { message: 'text must say something' })
  text!: string;

  @ApiProperty({
    required: false,
    format: 'uuid',
    description: 'The conversation to go on with. Without it, a new one is opened.',
  })
  @MayBeAbsent()
  @IsUUID()
  conversationId?: string;

  @ApiProperty({
    required: false,
    minLength: 1,
    maxLength: 128,
    description: "The sender's own id of this message. Sending it again sends nothing twice.",
  })
  @MayBeAbsent()
  @IsString()
  @Matches(/^[!-~]{1,128}$/, { message: 'messageId must be 1 to 128 printable ASCII characters' })
  messageId?: string;
}

export class MessageTaken {
  @ApiProperty({ format: 'uuid' })
  conversationId!: string;

  @ApiProperty()
  messageId!: string;

  @ApiProperty({ format: 'uuid' })
  caseId!: string;

  @ApiProperty({
    description: 'Where the replies are streamed from',
    example: '/v1/conversations/0a8c…/replies',
  })
  replies!: string;
}
