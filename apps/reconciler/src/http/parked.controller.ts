import { Controller, Get, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ParkedDocument, RetryDocument } from './parked-documents.js';
import { ListParked, RetryParked } from './parked-questions.js';
import { ApiProblems, ofSignedIn } from './problem-documents.js';
import { SignedIn } from './signed-in.js';

/** Messages that no service could handle: their reason, their bytes, and one more try each. */
@ApiTags('parked')
@ApiBearerAuth()
@ApiProblems(...ofSignedIn)
@Controller('parked')
export class ParkedController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly signedIn: SignedIn,
  ) {}

  @ApiOperation({ summary: 'What is set aside, oldest first' })
  @ApiOkResponse({ type: ParkedDocument, description: 'Each message that was set aside, and why' })
  @Get()
  async list(@Headers('authorization') authorization?: string) {
    const { tenant } = await this.signedIn.reader(authorization);
    return this.queries.execute(new ListParked(tenant));
  }

  @ApiOperation({ summary: 'Try one again' })
  @ApiOkResponse({ type: RetryDocument, description: 'It will be tried again' })
  @ApiProblems(...ofSignedIn, 'not_found', 'already_handled', 'retry_unavailable')
  @Post(':id/retry')
  @HttpCode(200)
  async retry(@Param('id') id: string, @Headers('authorization') authorization?: string) {
    const { tenant } = await this.signedIn.operator(authorization);
    return this.commands.execute(new RetryParked(tenant, id));
  }
}
