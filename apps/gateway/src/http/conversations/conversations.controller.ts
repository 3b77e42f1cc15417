import type { Principal } from '@countersign/identity';
import { Controller, Get, Param, Req, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import {
  ApiBearerAuth,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Asker, SignedIn } from '../access/signed-in.js';
import { WithinRate } from '../access/within-rate.js';
import { EventStreams } from '../live/event-streams.js';
import { placeOf } from '../live/place.js';
import { ApiProblems } from '../problem/api-problems.js';
import { problem } from '../problem/problem-codes.js';
import { RefusalsLog } from '../problem/refusals-log.js';
import { ConversationView } from './conversation-view.js';
import { ReadConversation } from './read-conversation.js';
import { Replies } from './replies.js';

@ApiTags('Conversations')
@ApiBearerAuth()
@Controller('v1/conversations/:conversationId')
@UseGuards(SignedIn, WithinRate)
@UseInterceptors(RefusalsLog)
@ApiParam({ name: 'conversationId', format: 'uuid' })
export class ConversationsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly replies: Replies,
    private readonly streams: EventStreams,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Read a conversation of your own' })
  @ApiResponse({ status: 200, type: ConversationView, description: 'As it is now' })
  @ApiProblems('not_found')
  async read(
    @Asker() principal: Principal,
    @Param('conversationId') conversationId: string,
  ): Promise<ConversationView> {
    const view = await this.queries.execute(new ReadConversation(principal, conversationId.toLowerCase()));
    if (view === 'not_found') throw noSuchConversation();
    return view;
  }

  @Get('replies')
  @ApiOperation({
    summary: 'Follow the replies of a conversation of your own',
    description:
      'Server-sent events named `reply`; `id` is the version of the case. Sent again as `Last-Event-ID` (or `after`), the stream goes on behind it, without a gap or a repeat. A comment comes every 15 seconds. The stream ends when the token does.',
  })
  @ApiQuery({ name: 'after', required: false, schema: { type: 'integer', minimum: 0 } })
  @ApiHeader({ name: 'Last-Event-ID', required: false, schema: { type: 'integer', minimum: 0 } })
  @ApiResponse({
    status: 200,
    description: 'Replies as they are sent',
    content: { 'text/event-stream': { schema: { type: 'string' }, example: replyExample() } },
  })
  @ApiProblems('cursor_invalid', 'not_found')
  async follow(
    @Asker() principal: Principal,
    @Req() request: FastifyRequest<{ Params: { conversationId: string } }>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const version = placeOf(request);
    const conversationId = request.params.conversationId.toLowerCase();
    if (!(await this.replies.areOf(principal, conversationId))) throw noSuchConversation();
    await this.streams.send(request, reply, (signal) =>
      this.replies.after(principal, conversationId, { version, signal }),
    );
  }
}

const noSuchConversation = () => problem('not_found', 'There is no such conversation of yours.');

function replyExample(): string {
  const data = {
    replyId: 'r-1',
    code: 'checking',
    text: 'I am looking at order 4821.',
    cards: [],
    at: '2026-11-29T12:00:00Z',
  };
  return `id: 7\nevent: reply\ndata: ${JSON.stringify(data)}\n\n`;
}
