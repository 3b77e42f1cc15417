import { ApiProperty } from '@nestjs/swagger';

class MessageView {
  @ApiProperty({ format: 'uuid' })
  messageId!: string;
  @ApiProperty()
  text!: string;
  @ApiProperty({ format: 'date-time' })
  at!: string;
}

/** A proposal as a person may decide on it: the digest is what is signed. */
class CardView {
  @ApiProperty({ format: 'uuid' })
  proposalId!: string;
  @ApiProperty({ description: 'SHA-256, 64 hex digits' })
  digest!: string;
}

export class ReplyView {
  @ApiProperty()
  replyId!: string;
  @ApiProperty({ description: 'What kind of reply it is; stable, for programs' })
  code!: string;
  @ApiProperty()
  text!: string;
  @ApiProperty({ type: [CardView] })
  cards!: CardView[];
  @ApiProperty({ format: 'date-time' })
  at!: string;
}

export class QuestionView {
  @ApiProperty()
  questionId!: string;
  @ApiProperty({ description: 'What the answer would settle', example: 'unopened' })
  fact!: string;
  @ApiProperty({ description: 'Of what', example: 'orders/4821' })
  about!: string;
  @ApiProperty()
  text!: string;
  @ApiProperty({ format: 'date-time' })
  at!: string;
}

export class ConversationProposal extends CardView {
  @ApiProperty({ example: 'refund.create' })
  kind!: string;
  @ApiProperty()
  summary!: string;
  @ApiProperty({ example: 'awaiting_approval' })
  status!: string;
  @ApiProperty({ example: '○• Waits for a decision' })
  state!: string;
}

export class ConversationView {
  @ApiProperty({ format: 'uuid' })
  conversationId!: string;
  @ApiProperty({ format: 'uuid' })
  caseId!: string;
  @ApiProperty({ enum: ['open', 'with_a_person', 'completed'] })
  status!: 'open' | 'with_a_person' | 'completed';
  @ApiProperty({ type: [MessageView] })
  messages!: MessageView[];
  @ApiProperty({ type: [ReplyView] })
  replies!: ReplyView[];
  @ApiProperty({ type: [QuestionView], description: 'Asked and not answered yet' })
  questions!: QuestionView[];
  @ApiProperty({ type: [ConversationProposal] })
  proposals!: ConversationProposal[];
}
