import { Body, Controller, Get, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems, ofSignedIn } from './problem-documents.js';
import { SignedIn } from './signed-in.js';
import { ReasonBody, StopBody } from './stop-bodies.js';
import { ListStops, ReleaseScoped, StopScoped } from './stop-commands.js';
import { ReleasedDocument, StoppedDocument, StopsDocument } from './stop-documents.js';

/** Stopping everything for a target or a tenant, and releasing it: by operators, of their own tenant. */
@ApiTags('stops')
@ApiBearerAuth()
@ApiProblems(...ofSignedIn)
@Controller('stops')
export class StopsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly signedIn: SignedIn,
  ) {}

  @ApiOperation({ summary: 'What is stopped: by whom, why, since when, and how many wait' })
  @ApiOkResponse({ type: StopsDocument, description: 'Every stop in force' })
  @Get()
  async list(@Headers('authorization') authorization?: string) {
    const { tenant } = await this.signedIn.reader(authorization);
    return this.queries.execute(new ListStops(tenant));
  }

  @ApiOperation({ summary: 'Stop: one person, at once; no new call leaves once this is answered' })
  @ApiOkResponse({
    type: StoppedDocument,
    description: 'It is stopped; calls that had begun before are named',
  })
  @ApiProblems('unknown_target', 'invalid_request', 'reason_missing', 'already_stopped')
  @Post()
  @HttpCode(200)
  async stop(@Body() { scope, reason }: StopBody, @Headers('authorization') authorization?: string) {
    const who = await this.signedIn.operator(authorization);
    return this.commands.execute(new StopScoped({ ...who, scope, reason }));
  }

  @ApiOperation({ summary: 'Release: by somebody else than whoever stopped; what waited goes on by itself' })
  @ApiOkResponse({ type: ReleasedDocument, description: 'It is released; how many had waited' })
  @ApiProblems(
    ...ofSignedIn,
    'invalid_request',
    'reason_missing',
    'not_found',
    'second_person_needed',
    'not_stopped',
  )
  @Post(':scope/release')
  @HttpCode(200)
  async release(
    @Param('scope') scope: string,
    @Body() { reason }: ReasonBody,
    @Headers('authorization') authorization?: string,
  ) {
    const who = await this.signedIn.operator(authorization);
    return this.commands.execute(new ReleaseScoped({ ...who, scope, reason }));
  }
}
