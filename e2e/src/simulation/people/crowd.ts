import { deterministicId, type RecordedEvent } from '@countersign/contracts';
import type { Requirement } from '@countersign/domain';
import { proposalOf } from '../invariants/ledger.js';
import { people } from '../outside/identity.js';
import type { World } from '../world.js';
import type { Counter } from './counter.js';
import { decides } from './deciding.js';
import { resolves } from './operators.js';
import { settles } from './settling.js';
import { undoes } from './undoing.js';
import { writes } from './writing.js';

/** What a customer says to a question, by what it is about. */
const answers: Readonly<Record<string, string>> = {
  unopened: 'Yes, everything is still unopened.',
  time: 'On 10 December at 15:00.',
  account: 'It is about acct_7719.',
  charge: 'It is about ch_1842.',
};

/** Everybody around the system, each reacting to what reaches them and to nothing else. */
export class Crowd {
  #seen = 0;
  readonly #deciding = new Set<string>();

  constructor(
    private readonly world: World,
    private readonly counter: Counter,
  ) {
    world.records.onCommit(() => this.#react());
  }

  says(who: string, text: string, at: { readonly conversation: string; readonly id: string }): void {
    const { seed } = this.world.options.script;
    const conversationId = deterministicId('simulated conversation', String(seed), at.conversation);
    this.#conversations.set(`case-${deterministicId('case', 'fjordlight', conversationId)}`, at.conversation);
    const messageId = `${seed} ${at.id}`.replaceAll(' ', '-');
    writes(this.world, this.counter, { who, text, conversationId, messageId });
  }

  #react(): void {
    const { events } = this.world.records;
    while (this.#seen < events.length) {
      const event = events[this.#seen];
      this.#seen += 1;
      if (event !== undefined) this.#hear(event);
    }
  }

  #hear(event: RecordedEvent): void {
    const { type, stream, data } = event;
    const id = stream.slice(stream.indexOf('-') + 1);
    if (type === 'QuestionAsked') this.#answerTo(event);
    if (type === 'ReviewRequested') resolves(this.world, this.counter, id);
    if (type === 'DifferenceFound') settles(this.world, this.counter, id);
    if (type === 'ReplySent') {
      const customer = this.#customerOf(event);
      for (const card of data['cards'] as readonly { proposalId: string }[])
        this.#decideOnce(customer, card.proposalId, event.id);
    }
    if (type === 'ApprovalRequested')
      for (const person of this.#askedIn(event)) this.#decideOnce(person, id, event.id);
    if (type === 'ProposalCompleted') undoes(this.world, this.counter, { id, when: 'completed' });
    if (type === 'ExecutionSucceeded') undoes(this.world, this.counter, { id, when: 'not_read_back' });
  }

  /** Everybody whose yes is wanted. A customer is told of a card in their conversation, where there is one. */
  #askedIn({ data, stream }: RecordedEvent): readonly string[] {
    const wanted = data['requirements'] as unknown as readonly Requirement[];
    const proposal = proposalOf(this.world, stream.slice('proposal-'.length));
    const isOfCase = proposal.status !== 'absent' && proposal.draft.origin.kind === 'case';
    const asked = wanted.flatMap((each) => {
      if (each.basis === 'consent') return isOfCase ? [] : [each.person as string];
      return people.filter(({ roles }) => roles.includes(each.role)).map(({ subject }) => subject);
    });
    return [...new Set(asked)];
  }

  #decideOnce(person: string, proposalId: string, causeId: string): void {
    const name = `${person} ${proposalId} ${causeId}`;
    if (this.#deciding.has(name)) return;
    this.#deciding.add(name);
    decides(this.world, this.counter, { person, proposalId });
  }

  #answerTo(event: RecordedEvent): void {
    const customer = this.#customerOf(event);
    const chance = this.counter.chanceOf(`answer to ${event.id}`);
    if (chance.happens(0.05)) return;
    const conversation = this.conversationOf(event.stream);
    this.counter.begin(async () => {
      await this.counter.wait(chance.whole(1_000, 60_000));
      const text = answers[String(event.data['fact'])] ?? 'The whole order.';
      this.says(customer, text, { conversation, id: `answer to ${event.id}` });
    });
  }

  /** Which conversation a case is of: ours to remember, as a chat window does. */
  readonly #conversations = new Map<string, string>();

  conversationOf(stream: string): string {
    return this.#conversations.get(stream) ?? 'none';
  }

  #customerOf({ tenant, stream }: RecordedEvent): string {
    const opening = this.world.records.stream(tenant, stream)[0];
    const { subject } = (opening?.data['customer'] ?? {}) as { subject?: string };
    return subject ?? 'nobody';
  }
}
