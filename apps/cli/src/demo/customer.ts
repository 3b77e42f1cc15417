import type { JsonValue } from '@countersign/domain';
import type { RunningInstance } from '../instance/running-file.js';
import { call } from './json-calls.js';
import { serverSentEvents } from './server-sent-events.js';

export interface Reply {
  readonly code: string;
  readonly text: string;
  readonly cards: readonly { readonly proposalId: string; readonly digest: string }[];
}

/** The parts of a card that the demo prints; the card has more. */
export interface Card {
  readonly digest: string;
  readonly sight: string;
  readonly words: {
    readonly sentence: string;
    readonly consequences: readonly string[];
    readonly undoable: string;
  };
  /** Null when no money moves. */
  readonly amount: { readonly currency: string } | null;
  readonly evidence: readonly {
    readonly mark: string;
    readonly fact: string;
    readonly value: JsonValue;
    readonly source: string;
    readonly section?: string;
  }[];
}

interface Taken {
  readonly conversationId: string;
  readonly caseId: string;
  readonly replies: string;
}

/** A customer with nothing but a token: writes to the gateway, hears its replies, and decides on a card. */
export class Customer {
  readonly replies: Reply[] = [];
  readonly #hearing = new AbortController();
  #conversation: Taken | undefined;

  constructor(
    private readonly services: RunningInstance['services'],
    private readonly token: string,
  ) {}

  /** Answers the id of the case that the conversation is. */
  async writes(text: string): Promise<string> {
    const { token, services } = this;
    const before = this.#conversation;
    const body = before === undefined ? { text } : { text, conversationId: before.conversationId };
    const taken = await call<Taken>(`${services.gateway}/v1/messages`, { token, body });
    this.#conversation = taken;
    if (before === undefined) void this.#hear(taken);
    return taken.caseId;
  }

  opensCard(proposalId: string): Promise<Card> {
    return call<Card>(`${this.services.approvalService}/v1/proposals/${proposalId}/card`, {
      token: this.token,
    });
  }

  /** Says yes to exactly the card that was shown: its digest, and the proof that it was shown to this person. */
  async consents(proposalId: string, { digest, sight }: Card): Promise<void> {
    await call(`${this.services.approvalService}/v1/proposals/${proposalId}/decisions`, {
      token: this.token,
      body: { decision: 'approve', digest, sight },
    });
  }

  leaves(): void {
    this.#hearing.abort();
  }

  /** Until the customer leaves; a stream that ends is opened again behind what was heard. */
  async #hear({ replies }: Taken): Promise<void> {
    const { signal } = this.#hearing;
    let after = '0';
    while (!signal.aborted) {
      const url = `${this.services.gateway}${replies}`;
      for await (const event of serverSentEvents(url, { token: this.token, after, signal })) {
        if (event.name !== 'reply') continue;
        after = event.id;
        this.replies.push(JSON.parse(event.data) as Reply);
      }
    }
  }
}
