import type { Principal } from '@countersign/identity';
import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Post,
  Req,
  Res,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Asker, SignedIn } from '../access/signed-in.js';
import { WithinRate } from '../access/within-rate.js';
import { EventStreams } from '../live/event-streams.js';
import { placeOf } from '../live/place.js';
import { problem } from '../problem/problem-codes.js';
import { RefusalsLog } from '../problem/refusals-log.js';
import { invalid, type Sent, ValidatedBody } from '../problem/validated-body.js';
import { acceptedView, refusalOf } from './answers.js';
import { ApiFollow, ApiPropose, ApiRead } from './api.js';
import { idempotencyKeyOf } from './idempotency-key.js';
import { faultsBetween, ProposalBody } from './proposal-body.js';
import type { ProposalTaken, ProposalView } from './proposal-view.js';
import { ProposeAction } from './propose-action.js';
import { ReadProposal } from './read-proposal.js';
import { StateChanges } from './state-changes.js';

@ApiTags('Proposals')
@ApiBearerAuth()
@Controller('v1/proposals')
@UseGuards(SignedIn, WithinRate)
@UseInterceptors(RefusalsLog)
export class ProposalsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly changes: StateChanges,
    private readonly streams: EventStreams,
  ) {}

  @Post()
  @HttpCode(202)
  @ApiPropose()
  async propose(
    @Body(new ValidatedBody(ProposalBody)) body: Sent<ProposalBody>,
    @Req() request: FastifyRequest & { principal: Principal },
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ProposalTaken> {
    const { principal } = request;
    assertMayPropose(principal, body);
    const key = idempotencyKeyOf(request.headers['idempotency-key']);
    const faults = faultsBetween(body);
    if (faults.length > 0) throw invalid(faults);
    const proposed = await this.commands.execute(new ProposeAction(principal, key, body));
    if (proposed.outcome !== 'accepted') throw refusalOf(proposed);
    if (proposed.replayed) reply.header('idempotent-replayed', 'true');
    return acceptedView(proposed);
  }

  @Get(':proposalId')
  @ApiRead()
  async read(@Asker() principal: Principal, @Param('proposalId') proposalId: string): Promise<ProposalView> {
    const view = await this.queries.execute(new ReadProposal(principal, proposalId.toLowerCase()));
    if (view === 'not_found') throw noSuchProposal();
    return view;
  }

  @Get(':proposalId/events')
  @ApiFollow()
  async follow(
    @Asker() principal: Principal,
    @Req() request: FastifyRequest<{ Params: { proposalId: string } }>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const after = placeOf(request);
    const proposalId = request.params.proposalId.toLowerCase();
    const known = await this.changes.versionFor(principal, proposalId);
    if (known === undefined) throw noSuchProposal();
    const { tenant } = principal;
    await this.streams.send(request, reply, (signal) =>
      this.changes.of({ tenant, proposalId }, { after, known, signal }),
    );
  }
}

/** Outside agents, and support agents for a customer; operators to take something back. A customer asks in a conversation. */
function assertMayPropose({ kind, roles }: Principal, { compensates }: Sent<ProposalBody>): void {
  const staff = compensates === undefined ? ['support_agent'] : ['support_agent', 'operator'];
  const may =
    (kind === 'agent' && roles.includes('agent')) ||
    (kind === 'staff' && staff.some((role) => roles.includes(role)));
  if (!may) throw problem('role_missing', 'Only agents and support agents propose here. Nothing was stored.');
}

const noSuchProposal = () => problem('not_found', 'There is no such proposal.');
