import { Body, Controller, Get, Headers, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ComparisonBody } from './comparison-bodies.js';
import { CompareLedger, ListLedgers } from './comparison-commands.js';
import { ComparisonDocument } from './comparison-documents.js';
import { LedgerStandingDocument } from './ledger-documents.js';
import { ApiProblems, ofSignedIn } from './problem-documents.js';
import { SignedIn } from './signed-in.js';

/** Comparing a target's ledger with ours by hand; the schedule does the same by itself. */
@ApiTags('comparisons')
@ApiBearerAuth()
@ApiProblems(...ofSignedIn)
@Controller('comparisons')
export class ComparisonsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly signedIn: SignedIn,
  ) {}

  @ApiOperation({ summary: 'How far each ledger was compared, and which ones cannot be read' })
  @ApiOkResponse({
    type: [LedgerStandingDocument],
    description: 'Each ledger, and up to when it was compared',
  })
  @Get()
  async list(@Headers('authorization') authorization?: string) {
    const { tenant } = await this.signedIn.reader(authorization);
    return this.queries.execute(new ListLedgers(tenant));
  }

  @ApiOperation({
    summary: 'Compare a window now. What is not read to the end is not compared, and nothing is concluded',
  })
  @ApiOkResponse({
    type: ComparisonDocument,
    description: 'What the two ledgers hold, and where they differ',
  })
  @ApiProblems('invalid_request', 'unknown_target')
  @Post()
  @HttpCode(200)
  async compare(
    @Body() { target, from, to, dryRun = false }: ComparisonBody,
    @Headers('authorization') authorization?: string,
  ) {
    // Looking is for whoever may read; what puts items into the queue is an operator's.
    const who = dryRun ? this.signedIn.reader(authorization) : this.signedIn.operator(authorization);
    const { tenant, person } = await who;
    return this.commands.execute(
      new CompareLedger(
        { tenant, system: target, window: { from, to } },
        { dryRun, subject: person.subject },
      ),
    );
  }
}
