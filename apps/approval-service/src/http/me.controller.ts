import { Controller, Get, Headers, Inject, UseFilters } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from './api-problems.js';
import { Me } from './documents.js';
import { Door } from './door.js';
import { ProblemFilter } from './problem.js';

@ApiTags('me')
@ApiBearerAuth()
@UseFilters(ProblemFilter)
@Controller('v1/me')
export class MeController {
  constructor(@Inject(Door) private readonly door: Door) {}

  /** Who the token says you are, and the clock that deadlines are judged by. */
  @ApiOperation({ summary: 'Who the token says you are, and the clock that deadlines are judged by' })
  @Get()
  @ApiOkResponse({ type: Me, description: 'You, as this service knows you' })
  @ApiProblems()
  async me(@Headers('authorization') authorization?: string): Promise<Me> {
    const { tenant, person, at } = await this.door.openNow(authorization);
    const { subject, name, kind, roles, authenticatedAt } = person;
    return { tenant, subject, name, kind, roles: [...roles], authenticatedAt, serverTime: at };
  }
}
