import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type CardLooks, cardLooksToken } from '../card/card-looks.js';
import { type QueuePage, type QueueQuestion, queuePage } from '../queue/queue-page.js';
import { WaitingProposals } from '../queue/waiting-proposals.js';

export class ListApprovals extends Query<QueuePage> {
  constructor(
    readonly tenant: string,
    readonly question: QueueQuestion,
  ) {
    super();
  }
}

@QueryHandler(ListApprovals)
export class ListApprovalsHandler implements IQueryHandler<ListApprovals> {
  constructor(
    @Inject(WaitingProposals) private readonly waiting: WaitingProposals,
    @Inject(cardLooksToken) private readonly looks: CardLooks,
  ) {}

  async execute({ tenant, question }: ListApprovals): Promise<QueuePage> {
    return queuePage(await this.waiting.of(tenant), this.looks.wordsOf, question);
  }
}
