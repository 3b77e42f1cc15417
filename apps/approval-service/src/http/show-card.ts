import type { EventStore } from '@countersign/event-store';
import { type ProposalStreams, proposalsToken, storeToken } from '@countersign/messaging';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { buildCard, cardHashOf } from '../card/build-card.js';
import type { ShownCard } from '../card/card.js';
import { type CardLooks, cardLooksToken } from '../card/card-looks.js';
import { Sights } from '../card/sight.js';
import { maySee } from '../decision/person-of.js';
import type { Visitor } from './door.js';

export class ShowCard extends Query<ShownCard | 'not_found'> {
  constructor(
    readonly proposalId: string,
    readonly visitor: Visitor,
  ) {
    super();
  }
}

/** Shows the card of one proposal to one person, and vouches that it did. Changes nothing (S58). */
@QueryHandler(ShowCard)
export class ShowCardHandler implements IQueryHandler<ShowCard> {
  constructor(
    @Inject(proposalsToken) private readonly proposals: ProposalStreams,
    @Inject(cardLooksToken) private readonly looks: CardLooks,
    @Inject(Sights) private readonly sights: Sights,
    @Inject(storeToken) private readonly store: EventStore,
  ) {}

  async execute({ proposalId, visitor }: ShowCard): Promise<ShownCard | 'not_found'> {
    const { tenant, person } = visitor;
    const { state } = await this.proposals.load(tenant, proposalId);
    if (state.status === 'absent' || !maySee(state.draft, person)) return 'not_found';
    const waits = state.status === 'awaiting_approval';
    // The time after the read: a card that shows a question must not seem older than the question.
    const [at, look] = await Promise.all([
      this.store.now(),
      waits ? this.looks.look(state.draft) : undefined,
    ]);
    const words = this.looks.wordsOf(state.draft.action);
    const card = buildCard({ state, words, look, person, at });
    const cardHash = cardHashOf(card);
    const { digest } = state.draft;
    const record = look?.outcome ?? 'no_answer';
    const sight = { tenant, proposalId, digest, cardHash, shownAt: at, subject: person.subject, record };
    return {
      ...card,
      cardHash,
      ...(card.expiresAt === null ? {} : { sight: this.sights.sign(sight) }),
      serverTime: at,
      recordReadAt: look?.outcome === 'as_proposed' || look?.outcome === 'changed' ? look.readAt : null,
    };
  }
}
