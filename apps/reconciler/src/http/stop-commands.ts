import type { Person } from '@countersign/domain';
import { Inject } from '@nestjs/common';
import {
  Command,
  CommandHandler,
  type ICommandHandler,
  type IQueryHandler,
  Query,
  QueryHandler,
} from '@nestjs/cqrs';
import { type StopAnswer, StopDesk, type StopShown, stopsToken } from '../stops/stop-desk.js';
import { answered } from './problem-of.js';

interface Asked {
  readonly tenant: string;
  readonly person: Person;
  readonly scope: string;
  readonly reason: string;
}
type Done = Exclude<StopAnswer, { outcome: 'refused' }>;

export class ListStops extends Query<{ readonly stops: readonly StopShown[] }> {
  constructor(readonly tenant: string) {
    super();
  }
}

export class StopScoped extends Command<Done> {
  constructor(readonly asked: Asked) {
    super();
  }
}

export class ReleaseScoped extends Command<Done> {
  constructor(readonly asked: Asked) {
    super();
  }
}

@QueryHandler(ListStops)
class ListStopsHandler implements IQueryHandler<ListStops> {
  constructor(@Inject(stopsToken) private readonly desk: StopDesk) {}

  async execute({ tenant }: ListStops): Promise<{ readonly stops: readonly StopShown[] }> {
    return { stops: await this.desk.list(tenant) };
  }
}

@CommandHandler(StopScoped)
class StopScopedHandler implements ICommandHandler<StopScoped> {
  constructor(@Inject(stopsToken) private readonly desk: StopDesk) {}

  async execute({ asked }: StopScoped): Promise<Done> {
    return answered(await this.desk.stop(asked));
  }
}

@CommandHandler(ReleaseScoped)
class ReleaseScopedHandler implements ICommandHandler<ReleaseScoped> {
  constructor(@Inject(stopsToken) private readonly desk: StopDesk) {}

  async execute({ asked }: ReleaseScoped): Promise<Done> {
    return answered(await this.desk.release(asked));
  }
}

export const stopHandlers = [ListStopsHandler, StopScopedHandler, ReleaseScopedHandler];
