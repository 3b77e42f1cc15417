import type { CaseEventData, OpenedCase } from '@countersign/domain';
import { stateWord } from '@countersign/domain';
import type { Principal } from '@countersign/identity';
import { type CaseStreams, casesToken, type ProposalStreams, proposalsToken } from '@countersign/messaging';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { caseOf } from '../messages/send-message.js';
import type { ConversationProposal, ConversationView, QuestionView, ReplyView } from './conversation-view.js';

export class ReadConversation extends Query<ConversationView | 'not_found'> {
  constructor(
    readonly principal: Principal,
    readonly conversationId: string,
  ) {
    super();
  }
}

/** One conversation, to the customer whose it is; to anybody else it does not exist. */
@QueryHandler(ReadConversation)
export class ReadConversationHandler implements IQueryHandler<ReadConversation> {
  constructor(
    @Inject(casesToken) private readonly cases: CaseStreams,
    @Inject(proposalsToken) private readonly proposals: ProposalStreams,
  ) {}

  async execute({ principal, conversationId }: ReadConversation): Promise<ConversationView | 'not_found'> {
    const caseId = caseOf(principal.tenant, conversationId);
    const { state } = await this.cases.load(principal.tenant, caseId);
    if (state.status === 'absent' || !isOwn(state.opened, principal)) return 'not_found';
    return {
      conversationId,
      caseId,
      status: state.status,
      messages: state.messages.map(({ messageId, text, receivedAt }) => ({
        messageId,
        text,
        at: receivedAt,
      })),
      replies: state.replies.map(replyView),
      questions: openQuestions(state),
      proposals: await this.#proposalsOf(principal.tenant, state),
    };
  }

  /** As they are now; what the case observed last may be a moment older. */
  #proposalsOf(tenant: string, { proposals }: OpenedCase): Promise<ConversationProposal[]> {
    const views = proposals.map(async ({ proposalId, digest, kind, summary }) => {
      const { state } = await this.proposals.load(tenant, proposalId);
      const word = state.status === 'absent' ? '' : stateWord(state);
      return { proposalId, digest, kind, summary, status: state.status, state: word };
    });
    return Promise.all(views);
  }
}

export function isOwn({ customer }: CaseEventData<'CaseOpened'>, principal: Principal): boolean {
  return principal.kind === 'customer' && customer.subject === principal.subject;
}

export function replyView({ replyId, code, text, cards, at }: CaseEventData<'ReplySent'>): ReplyView {
  return { replyId, code, text, cards: cards.map(({ proposalId, digest }) => ({ proposalId, digest })), at };
}

/** A question is open until the fact it asks for is established. */
function openQuestions({ questions, facts }: OpenedCase): QuestionView[] {
  const answered = new Set(facts.map(({ fact, about }) => JSON.stringify([fact, about])));
  return questions
    .filter(({ fact, about }) => !answered.has(JSON.stringify([fact, about])))
    .map(({ questionId, fact, about, text, at }) => ({ questionId, fact, about, text, at }));
}
