import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DifferencesAsked, SettlementSignatureBody } from './comparison-bodies.js';
import {
  type DifferenceDeed,
  ListDifferences,
  ShowDifference,
  TreatDifference,
} from './comparison-commands.js';
import { DifferencePageDocument } from './comparison-documents.js';
import { DifferenceDocument, DifferenceDoneDocument } from './difference-documents.js';
import { ApiProblems, ofSignedIn } from './problem-documents.js';
import { NoteBody, SaidBody } from './recovery-bodies.js';
import { SignedIn } from './signed-in.js';

/** Where a target's ledger and ours are not the same: read by operators and auditors, acted on by operators. */
@ApiTags('recovery')
@ApiBearerAuth()
@ApiProblems(...ofSignedIn, 'not_found', 'not_compared')
@Controller('recovery/differences')
export class DifferencesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly signedIn: SignedIn,
  ) {}

  @ApiOperation({ summary: 'Every open difference, oldest first, a page at a time' })
  @ApiOkResponse({
    type: DifferencePageDocument,
    description: 'A page of open differences, and where the next one begins',
  })
  @ApiProblems('invalid_request')
  @Get()
  async list(@Query() asked: DifferencesAsked, @Headers('authorization') authorization?: string) {
    const { tenant } = await this.signedIn.reader(authorization);
    return this.queries.execute(new ListDifferences(tenant, asked));
  }

  @ApiOperation({ summary: 'One difference: both sides as they were read, notes, and what may be done' })
  @ApiOkResponse({ type: DifferenceDocument, description: 'The difference as it stands' })
  @Get(':id')
  async show(@Param('id') id: string, @Headers('authorization') authorization?: string) {
    const { tenant } = await this.signedIn.reader(authorization);
    return this.queries.execute(new ShowDifference(tenant, id));
  }

  @ApiOperation({
    summary: 'Compare both ledgers at its place once more; it settles itself where they agree',
  })
  @ApiOkResponse({ type: DifferenceDoneDocument, description: 'Compared again; what it came to' })
  @Post(':id/comparisons')
  @HttpCode(200)
  compare(@Param('id') id: string, @Headers('authorization') authorization?: string) {
    return this.#treat(id, authorization, { deed: 'compare_again' });
  }

  @ApiOperation({
    summary: 'Add a note; the same words again are the same note, unless Idempotency-Key differs',
  })
  @ApiOkResponse({ type: DifferenceDoneDocument, description: 'The note is on record' })
  @ApiProblems('invalid_request')
  @Post(':id/notes')
  @HttpCode(200)
  note(@Param('id') id: string, @Body() { text }: NoteBody, @Headers() headers: Record<string, string>) {
    const key = headers['idempotency-key'];
    const note = { deed: 'note', text } as const;
    return this.#treat(id, headers['authorization'], key === undefined ? note : { ...note, key });
  }

  @ApiOperation({ summary: 'Settle it with a reason; where money is written off a second person signs' })
  @ApiOkResponse({ type: DifferenceDoneDocument, description: 'Settled, or waiting for a second person' })
  @ApiProblems('invalid_request', 'evidence_missing', 'settled')
  @Post(':id/settlements')
  @HttpCode(200)
  settle(
    @Param('id') id: string,
    @Body() { evidence, reason }: SaidBody,
    @Headers('authorization') authorization?: string,
  ) {
    return this.#treat(id, authorization, { deed: 'settle', evidence, reason });
  }

  @ApiOperation({ summary: 'Sign, as the second person, the settlement that was shown' })
  @ApiOkResponse({ type: DifferenceDoneDocument, description: 'Signed and settled' })
  @ApiProblems(...ofSignedIn, 'invalid_request', 'second_person_needed', 'resolution_changed', 'settled')
  @Post(':id/settlements/signature')
  @HttpCode(200)
  sign(
    @Param('id') id: string,
    @Body() { settlementId }: SettlementSignatureBody,
    @Headers('authorization') authorization?: string,
  ) {
    return this.#treat(id, authorization, { deed: 'sign', settlementId });
  }

  async #treat(id: string, authorization: string | undefined, deed: DifferenceDeed) {
    const who = await this.signedIn.operator(authorization);
    return this.commands.execute(new TreatDifference({ ...who, id }, deed));
  }
}
