import type { Ports } from '@countersign/contracts';
import type { EventStore } from '@countersign/event-store';
import { portsToken, storeToken } from '@countersign/messaging';
import { Body, Controller, Get, Headers, Inject, Param, Post, Res, UseFilters } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  ApiAcceptedResponse,
  ApiBearerAuth,
  ApiBody,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { ShownCard } from '../card/card.js';
import { decisionCodes } from '../decision/decision-codes.js';
import { isProposalId } from '../decision/person-of.js';
import { ApiProblems } from './api-problems.js';
import { cardExample } from './card-example.js';
import { cardSchema } from './card-schema.js';
import { DecideProposal } from './decide-proposal.js';
import { DecisionBody, readDecisionBody } from './decision-body.js';
import { DecisionDocument } from './documents.js';
import { Door } from './door.js';
import { notFound, ProblemException, ProblemFilter, problemOf } from './problem.js';
import { ShowCard } from './show-card.js';

@ApiTags('proposals')
@ApiBearerAuth()
@UseFilters(ProblemFilter)
@Controller('v1/proposals')
export class ProposalsController {
  constructor(
    @Inject(Door) private readonly door: Door,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(storeToken) private readonly store: EventStore,
    @Inject(portsToken) private readonly ports: Ports,
  ) {}

  /** The card of one exact action, its record read again. Opening it decides nothing, whatever is in the address. */
  @ApiOperation({
    summary:
      'The card: one exact action, its consequences, and the digest to decide on; reading decides nothing',
  })
  @Get(':id/card')
  @ApiOkResponse({
    schema: { ...cardSchema, example: cardExample },
    description: 'The card as it is shown to you now',
  })
  @ApiProblems('not_found')
  async card(
    @Param('id') id: string,
    @Headers('authorization') authorization: string | undefined,
  ): Promise<ShownCard> {
    const visitor = await this.door.open(authorization);
    if (!isProposalId(id)) throw notFound();
    const card = await this.queries.execute(new ShowCard(id, visitor));
    if (card === 'not_found') throw notFound();
    return card;
  }

  /** Decides for the person the token names, on the digest and the card they were shown. */
  @ApiOperation({ summary: 'Approve or reject the digest that the card showed; the first decision stands' })
  @Post(':id/decisions')
  @ApiBody({ type: DecisionBody })
  @ApiOkResponse({ type: DecisionDocument, description: 'Recorded, or recorded before.' })
  @ApiAcceptedResponse({
    type: DecisionDocument,
    description: 'Recorded; another signature is still needed.',
  })
  @ApiProblems(...decisionCodes.filter((code) => code !== 'other_tenant'), 'unavailable')
  async decide(
    @Param('id') id: string,
    @Headers('authorization') token: string | undefined,
    @Body() given: unknown,
    @Res({ passthrough: true }) reply: { status(code: number): unknown },
  ): Promise<DecisionDocument> {
    const asked = readDecisionBody(given);
    const { decision, digest, sight, reason = '', noteToCustomer = '' } = asked.body;
    const cause = this.ports.randomness.uuid();
    const answer = await this.commands.execute(
      new DecideProposal({
        cause: { id: cause, correlationId: cause },
        via: 'http',
        proposalId: id,
        faults: asked.faults,
        ...{ token, decision, digest, sight, reason, noteToCustomer },
      }),
    );
    if (answer.outcome === 'refused') throw new ProblemException(problemOf(answer));
    reply.status(answer.stillNeeded.length > 0 && answer.decision === 'approve' ? 202 : 200);
    const { outcome: _outcome, ...recorded } = answer;
    return { ...recorded, stillNeeded: [...answer.stillNeeded], serverTime: await this.store.now() };
  }
}
