import { type Heard, parseStream } from '@countersign/contracts';
import { type ProposalStreams, proposalsToken } from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Judge, judgeToken, takenPlaceOf } from './judgement/judge-and-reserve.js';

type Ending =
  | 'ProposalSuperseded'
  | 'ReplacementAsked'
  | 'ProposalCompleted'
  | 'ProposalInvalidated'
  | 'ExecutionFailed'
  | 'ReviewRequested'
  | 'OperatorResolved';

/**
 * A change is judged only when it is known what became of the one that it replaces. It waits on no message of its own:
 * the replaced one's stream names it, and however late the end comes, hearing of it moves the change on.
 */
@Controller()
export class DecidePolicyWhenReplacedProposalEnded {
  constructor(
    @Inject(judgeToken) private readonly judge: Judge,
    @Inject(proposalsToken) private readonly proposals: ProposalStreams,
  ) {}

  @EventPattern([
    'ProposalSuperseded',
    'ReplacementAsked',
    'ProposalCompleted',
    'ProposalInvalidated',
    'ExecutionFailed',
    'ReviewRequested',
    'OperatorResolved',
  ])
  async decide(@Payload() heard: Heard<Ending>): Promise<void> {
    const { tenant, stream } = heard;
    const { state } = await this.proposals.load(tenant, parseStream(stream).id);
    const asked = state.status === 'absent' ? [] : (state.replacements ?? []).map(({ by }) => by);
    const taken = takenPlaceOf(state);
    for (const id of new Set([...(taken === undefined ? [] : [taken]), ...asked]))
      await this.judge.of({ cause: heard, tenant, id });
  }
}
