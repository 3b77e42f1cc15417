import { caseStream, type Ports, type RecordedCaseEvent } from '@countersign/contracts';
import type { Principal } from '@countersign/identity';
import { type LiveEvents, liveToken, portsToken } from '@countersign/messaging';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayConfig } from '../../config.js';
import { type StreamMessage, streamsConfigToken } from '../live/event-streams.js';
import { caseOf } from '../messages/send-message.js';
import { isOwn, replyView } from './read-conversation.js';

/** The replies of one conversation, past and to come. */
@Injectable()
export class Replies {
  constructor(
    @Inject(liveToken) private readonly live: LiveEvents,
    @Inject(portsToken) private readonly ports: Ports,
    @Inject(streamsConfigToken) private readonly config: GatewayConfig['streams'],
  ) {}

  /**
   * Whether this conversation is the asker's. It may be younger than its case, so an unknown one is waited for;
   * somebody else's is waited for just as long, so that the wait tells nothing.
   */
  async areOf(principal: Principal, conversationId: string): Promise<boolean> {
    const patience = new AbortController();
    const { tenant } = principal;
    const stream = caseStream(caseOf(tenant, conversationId));
    const waited = this.ports.clock.wait(this.config.openingPatienceMs, patience.signal);
    const timeUp = waited.then(() => patience.abort()).catch(() => undefined);
    try {
      for await (const recorded of this.live.follow({ tenant, stream, signal: patience.signal })) {
        const event = recorded as unknown as RecordedCaseEvent;
        if (event.type === 'CaseOpened' && isOwn(event.data, principal)) return true;
      }
      return false;
    } finally {
      patience.abort();
      await timeUp;
    }
  }

  async *after(
    principal: Principal,
    conversationId: string,
    { version, signal }: { version: number; signal: AbortSignal },
  ): AsyncGenerator<StreamMessage> {
    const { tenant } = principal;
    const stream = caseStream(caseOf(tenant, conversationId));
    for await (const recorded of this.live.follow({ tenant, stream, afterVersion: version, signal })) {
      const event = recorded as unknown as RecordedCaseEvent;
      if (event.type !== 'ReplySent') continue;
      yield { event: 'reply', id: event.version, data: { ...dataOf(event) } };
    }
  }
}

function dataOf({ data }: Extract<RecordedCaseEvent, { type: 'ReplySent' }>) {
  const reply = replyView(data);
  return { ...reply, cards: reply.cards.map((card) => ({ ...card })) };
}
