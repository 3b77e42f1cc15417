import { conflict, notFound, unavailable } from '@countersign/messaging/http';
import { Inject } from '@nestjs/common';
import {
  Command,
  CommandHandler,
  type ICommandHandler,
  type IQueryHandler,
  Query,
  QueryHandler,
} from '@nestjs/cqrs';
import { ParkedDesk, type ParkedItem, parkedToken } from '../parked/parked-desk.js';
import type { RecoveryCode } from '../recovery/recovery-codes.js';

export class ListParked extends Query<{ readonly items: readonly ParkedItem[] }> {
  constructor(readonly tenant: string) {
    super();
  }
}

export class RetryParked extends Command<{ readonly outcome: 'asked' }> {
  constructor(
    readonly tenant: string,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(ListParked)
export class ListParkedHandler implements IQueryHandler<ListParked> {
  constructor(@Inject(parkedToken) private readonly desk: ParkedDesk) {}

  async execute({ tenant }: ListParked): Promise<{ readonly items: readonly ParkedItem[] }> {
    return { items: await this.desk.list(tenant) };
  }
}

const code = (name: RecoveryCode): RecoveryCode => name;

@CommandHandler(RetryParked)
export class RetryParkedHandler implements ICommandHandler<RetryParked> {
  constructor(@Inject(parkedToken) private readonly desk: ParkedDesk) {}

  async execute({ tenant, id }: RetryParked): Promise<{ readonly outcome: 'asked' }> {
    const outcome = await this.desk.retry(tenant, id);
    switch (outcome) {
      case 'asked':
        return { outcome };
      case 'not_found':
        throw notFound('There is no such parked message.', code('not_found'));
      case 'already_handled':
        throw conflict('It was handled already; there is nothing left to try.', code('already_handled'));
      case 'unavailable':
        throw unavailable(
          'This process was not given the way to ask for another try.',
          code('retry_unavailable'),
        );
    }
  }
}
