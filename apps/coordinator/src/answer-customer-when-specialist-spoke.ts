import { type Heard, type Ports, parseStream, type RecordedEvent } from '@countersign/contracts';
import { type Case } from '@countersign/domain';
import {
  type CaseStreams,
  casesToken,
  type Loaded,
  type ProposalStreams,
  portsToken,
  proposalsToken,
} from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { isWaiting, proposalsOfCase } from './case/proposals-of-case.js';
import { replyTo, type Words } from './words/reply.js';
import { nothingToDo, personTakesOver } from './words/say.js';

/** A specialist writes to the case, never to the customer; its words go out from here, once. */
@Controller()
export class AnswerCustomerWhenSpecialistSpoke {
  constructor(
    @Inject(casesToken) private readonly cases: CaseStreams,
    @Inject(proposalsToken) private readonly proposals: ProposalStreams,
    @Inject(portsToken) private readonly ports: Ports,
  ) {}

  @EventPattern('QuestionAsked')
  async ask(@Payload() heard: Heard<'QuestionAsked'>): Promise<void> {
    if (isOwn(heard)) return;
    await this.reply(heard, async () => ({ code: 'question', text: heard.data.text }));
  }

  @EventPattern('CaseEscalated')
  async handOver(@Payload() heard: Heard<'CaseEscalated'>): Promise<void> {
    if (isOwn(heard)) return;
    await this.reply(heard, async ({ state }) =>
      state.status === 'absent' ? undefined : personTakesOver(heard.data.reason, state),
    );
  }

  @EventPattern('ModelTurnTaken')
  async say(@Payload() heard: Heard<'ModelTurnTaken'>): Promise<void> {
    const { by, step, verdict, summary, detail } = heard.data;
    if (by !== 'specialist' || verdict !== 'accepted') return;
    if (step === 'reply')
      await this.reply(heard, async () => ({ code: String(detail?.['code'] ?? 'answer'), text: summary }));
    if (step === 'done') await this.reply(heard, (loaded) => this.nothingToDo(summary, loaded));
  }

  private async nothingToDo(outcome: string, { state, events }: Loaded<Case>): Promise<Words | undefined> {
    if (state.status === 'absent') return undefined;
    const proposals = await proposalsOfCase(this.proposals, { state, events });
    const waiting = proposals.map((proposal) => proposal.state).filter(isWaiting);
    return nothingToDo(outcome, waiting, state.questions.at(-1)?.text ?? '');
  }

  private async reply(
    heard: RecordedEvent<string, unknown>,
    wordsFor: (loaded: Loaded<Case>) => Promise<Words | undefined>,
  ): Promise<void> {
    const to = { tenant: heard.tenant, id: parseStream(heard.stream).id, rule: 'answer-customer' };
    await this.cases.answer(heard, to, async (_, loaded) => {
      const words = await wordsFor(loaded);
      return words === undefined ? 'nothing' : { commands: [replyTo(heard, words, this.ports.clock.now())] };
    });
  }
}

/** What the coordinator itself asked or handed over went out with the same append. */
function isOwn({ recordedBy }: RecordedEvent<string, unknown>): boolean {
  return recordedBy === 'countersign_coordinator';
}
