import type { Principal } from '@countersign/identity';
import { Body, Controller, HttpCode, Post, Req, UseGuards, UseInterceptors } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBearerAuth, ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Asker, bearerOf, SignedIn } from '../access/signed-in.js';
import { WithinRate } from '../access/within-rate.js';
import { ApiProblems } from '../problem/api-problems.js';
import { problem } from '../problem/problem-codes.js';
import { RefusalsLog } from '../problem/refusals-log.js';
import { type Sent, ValidatedBody } from '../problem/validated-body.js';
import { MessageBody, MessageTaken } from './message-body.js';
import { SendMessage } from './send-message.js';

@ApiTags('Conversations')
@ApiBearerAuth()
@Controller('v1/messages')
@UseGuards(SignedIn, WithinRate)
@UseInterceptors(RefusalsLog)
export class MessagesController {
  constructor(private readonly commands: CommandBus) {}

  @Post()
  @HttpCode(202)
  @ApiOperation({
    summary: 'Send a message as a customer',
    description:
      'The message is heard as a customer request of its conversation. Send the same `messageId` again when an answer was lost: it is heard once.',
  })
  @ApiBody({ type: MessageBody })
  @ApiResponse({ status: 202, type: MessageTaken, description: 'Published' })
  @ApiProblems(
    'role_missing',
    'not_found',
    'body_too_large',
    'unsupported_media_type',
    'body_invalid',
    'message_id_reused',
  )
  async send(
    @Asker() principal: Principal,
    @Body(new ValidatedBody(MessageBody)) body: Sent<MessageBody>,
    @Req() request: FastifyRequest,
  ): Promise<MessageTaken> {
    if (principal.kind !== 'customer') {
      throw problem('role_missing', 'Only customers write here, for themselves. Nothing was sent.');
    }
    const sent = await this.commands.execute(new SendMessage(principal, bearerOf(request), body));
    if (sent.outcome === 'not_found') {
      throw problem('not_found', 'There is no such conversation. Nothing was sent.');
    }
    if (sent.outcome === 'id_reused') {
      const detail = 'This messageId was used for another text. Nothing was sent; choose a new one.';
      throw problem('message_id_reused', detail);
    }
    const { conversationId, messageId, caseId } = sent;
    return { conversationId, messageId, caseId, replies: `/v1/conversations/${conversationId}/replies` };
  }
}
