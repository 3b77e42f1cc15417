import { Controller, Get, Headers, Inject, Query, UseFilters } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { readCursor } from '../queue/queue-cursor.js';
import { ApiProblems } from './api-problems.js';
import { ApprovalsPage } from './approvals-page.js';
import { Door } from './door.js';
import { ListApprovals } from './list-approvals.js';
import { ProblemException, ProblemFilter, problem } from './problem.js';

const pageRows = 50;
const textMax = 200;

@ApiTags('approvals')
@ApiBearerAuth()
@UseFilters(ProblemFilter)
@Controller('v1/approvals')
export class ApprovalsController {
  constructor(
    @Inject(Door) private readonly door: Door,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  /** What waits for a decision, most pressing first, each row with the reasons for its place. */
  @ApiOperation({ summary: 'What waits for your decision, in the order in which it needs you' })
  @Get()
  @ApiQuery({ name: 'scope', required: false, enum: ['mine', 'all'], description: '`all` is for staff.' })
  @ApiQuery({ name: 'kind', required: false, type: String })
  @ApiQuery({ name: 'currency', required: false, type: String })
  @ApiQuery({ name: 'q', required: false, type: String })
  @ApiQuery({ name: 'cursor', required: false, type: String })
  @ApiOkResponse({
    type: ApprovalsPage,
    description: 'A page of what waits, with what may be decided and why not',
  })
  @ApiProblems('query_invalid', 'not_routed_to_you')
  async list(
    @Headers('authorization') authorization: string | undefined,
    @Query() query: Record<string, unknown>,
  ): Promise<ApprovalsPage> {
    const { tenant, person, at } = await this.door.openNow(authorization);
    const asked = readQuery(query);
    if (asked.scope === 'all' && person.kind !== 'staff') {
      throw new ProblemException(problem('not_routed_to_you', 403, 'The whole queue is for staff.'));
    }
    const page = await this.queries.execute(
      new ListApprovals(tenant, { ...asked, person, limit: pageRows, at }),
    );
    return { ...page, rows: [...page.rows], serverTime: at };
  }
}

function readQuery(query: Record<string, unknown>) {
  const [scope = 'mine', kind, currency, q, cursor] = ['scope', 'kind', 'currency', 'q', 'cursor'].map(
    (name) => textOf(query, name),
  );
  if (scope !== 'mine' && scope !== 'all') throw invalid('scope');
  const after = cursor === undefined ? undefined : readCursor(cursor);
  if (cursor !== undefined && after === undefined) throw invalid('cursor');
  return {
    scope,
    ...(kind === undefined ? {} : { kind }),
    ...(currency === undefined ? {} : { currency }),
    ...(q === undefined ? {} : { q }),
    ...(after === undefined ? {} : { after }),
  } as const;
}

function textOf(query: Record<string, unknown>, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  const isLong = typeof value === 'string' && value.length > (name === 'cursor' ? 1_000 : textMax);
  if (typeof value !== 'string' || isLong) throw invalid(name);
  return value;
}

function invalid(name: string): ProblemException {
  return new ProblemException(
    problem('query_invalid', 400, `The query parameter ${name} could not be read.`),
  );
}
