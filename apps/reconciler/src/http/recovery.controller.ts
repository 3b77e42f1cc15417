import { Body, Controller, Get, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { RecoveryListDocument } from './comparison-documents.js';
import { DoneDocument, LookedDocument, RecoveryItemDocument } from './item-documents.js';
import { ApiProblems, ofSignedIn } from './problem-documents.js';
import { NoteBody, ResolutionBody, SignatureBody } from './recovery-bodies.js';
import { AddNote, LookNow, ProposeResolution, SignResolution } from './recovery-commands.js';
import { ListRecovery, ShowRecoveryItem } from './recovery-queries.js';
import { SignedIn } from './signed-in.js';

/** What nobody knows yet: read by operators and auditors, acted on by operators, of their own tenant. */
@ApiTags('recovery')
@ApiBearerAuth()
@ApiProblems(...ofSignedIn)
@Controller('recovery')
export class RecoveryController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly signedIn: SignedIn,
  ) {}

  @ApiOperation({ summary: 'The queue, in the order in which it needs people' })
  @ApiOkResponse({
    type: RecoveryListDocument,
    description: 'The queue: incidents first named, then single items',
  })
  @Get()
  async list(@Headers('authorization') authorization?: string) {
    const { tenant } = await this.signedIn.reader(authorization);
    return this.queries.execute(new ListRecovery(tenant));
  }

  @ApiOperation({ summary: 'One item: why, every look, the steps and why one is not offered' })
  @ApiOkResponse({ type: RecoveryItemDocument, description: 'The item as it stands' })
  @ApiProblems('not_found')
  @Get(':id')
  async show(@Param('id') id: string, @Headers('authorization') authorization?: string) {
    const { tenant } = await this.signedIn.reader(authorization);
    return this.queries.execute(new ShowRecoveryItem(tenant, id));
  }

  @ApiOperation({ summary: 'Look at the target now; safe at any time' })
  @ApiOkResponse({ type: LookedDocument, description: 'What the look found' })
  @ApiProblems('not_found')
  @Post(':id/looks')
  @HttpCode(200)
  async look(@Param('id') id: string, @Headers('authorization') authorization?: string) {
    const who = await this.signedIn.operator(authorization);
    return this.commands.execute(new LookNow({ ...who, id }));
  }

  @ApiOperation({
    summary: 'Add a note; the same words again are the same note, unless Idempotency-Key differs',
  })
  @ApiOkResponse({ type: DoneDocument, description: 'The note is on record' })
  @ApiProblems('invalid_request', 'not_found')
  @Post(':id/notes')
  @HttpCode(200)
  async note(
    @Param('id') id: string,
    @Body() { text }: NoteBody,
    @Headers() headers: Record<string, string>,
  ) {
    const who = await this.signedIn.operator(headers['authorization']);
    const key = headers['idempotency-key'];
    return this.commands.execute(new AddNote({ ...who, id }, key === undefined ? { text } : { text, key }));
  }

  @ApiOperation({ summary: 'Propose what to record; it counts when a second person signs it' })
  @ApiOkResponse({ type: DoneDocument, description: 'Proposed; a second person is to sign it' })
  @ApiProblems(
    'invalid_request',
    'evidence_missing',
    'not_found',
    'not_waiting',
    'step_not_allowed',
    'effect_known',
    'effect_possible',
    'settled',
  )
  @Post(':id/resolutions')
  @HttpCode(200)
  async propose(
    @Param('id') id: string,
    @Body() { step, evidence, reason }: ResolutionBody,
    @Headers('authorization') authorization?: string,
  ) {
    const who = await this.signedIn.operator(authorization);
    return this.commands.execute(new ProposeResolution({ ...who, id }, { step, evidence, reason }));
  }

  @ApiOperation({ summary: 'Sign, as the second person, the resolution that was shown' })
  @ApiOkResponse({ type: DoneDocument, description: 'Signed and on record' })
  @ApiProblems(
    ...ofSignedIn,
    'invalid_request',
    'second_person_needed',
    'not_found',
    'effect_known',
    'effect_possible',
    'resolution_changed',
    'settled',
    'not_waiting',
  )
  @Post(':id/resolutions/signature')
  @HttpCode(200)
  async sign(
    @Param('id') id: string,
    @Body() { resolutionId }: SignatureBody,
    @Headers('authorization') authorization?: string,
  ) {
    const who = await this.signedIn.operator(authorization);
    return this.commands.execute(new SignResolution({ ...who, id }, resolutionId));
  }
}
