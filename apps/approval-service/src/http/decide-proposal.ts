import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { DecisionAnswer } from '../decision/decision-answer.js';
import { type AskedDecision, Decisions } from '../decision/decisions.js';

export class DecideProposal extends Command<DecisionAnswer> {
  constructor(readonly asked: AskedDecision) {
    super();
  }
}

@CommandHandler(DecideProposal)
export class DecideProposalHandler implements ICommandHandler<DecideProposal> {
  constructor(@Inject(Decisions) private readonly decisions: Decisions) {}

  execute({ asked }: DecideProposal): Promise<DecisionAnswer> {
    return this.decisions.take(asked);
  }
}
