import {
  type CustomerRequest,
  caseStream,
  cloudEventHeaders,
  deterministicId,
  type Ports,
  topics,
} from '@countersign/contracts';
import type { Case } from '@countersign/domain';
import type { Principal } from '@countersign/identity';
import { type CaseStreams, casesToken, type Ingress, ingressToken, portsToken } from '@countersign/messaging';
import { currentTraceparent } from '@countersign/telemetry';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { MessageBody } from './message-body.js';

export type SentMessage =
  | {
      readonly outcome: 'taken';
      readonly conversationId: string;
      readonly messageId: string;
      readonly caseId: string;
    }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'id_reused' };

export class SendMessage extends Command<SentMessage> {
  constructor(
    readonly principal: Principal,
    /** Travels with the message: whoever hears it judges for themselves who wrote it. */
    readonly token: string,
    readonly body: MessageBody,
  ) {
    super();
  }
}

interface Message {
  readonly requestId: string;
  readonly conversationId: string;
  readonly caseId: string;
  readonly messageId: string;
}

/**
 * Publishes what a customer wrote to the topic of requests. Its id is made of who wrote it and their own id for
 * it, so a message that is sent again is heard once.
 */
@CommandHandler(SendMessage)
export class SendMessageHandler implements ICommandHandler<SendMessage> {
  constructor(
    @Inject(casesToken) private readonly cases: CaseStreams,
    @Inject(ingressToken) private readonly ingress: Ingress,
    @Inject(portsToken) private readonly ports: Ports,
  ) {}

  async execute({ principal, token, body }: SendMessage): Promise<SentMessage> {
    const message = messageOf(principal, body, () => this.ports.randomness.uuid());
    const { state } = await this.cases.load(principal.tenant, message.caseId);
    const refused = refusalIn(state, { principal, body, message });
    if (refused !== undefined) return { outcome: refused };
    await this.#publish(principal, message, { text: body.text, token });
    const { conversationId, messageId, caseId } = message;
    return { outcome: 'taken', conversationId, messageId, caseId };
  }

  async #publish(
    { tenant, subject }: Principal,
    { requestId, conversationId, caseId }: Message,
    said: { text: string; token: string },
  ): Promise<void> {
    const request: CustomerRequest = { requestId, conversationId, ...said };
    const about = { id: requestId, type: 'countersign.customer-request', source: '/countersign/gateway' };
    const traceparent = currentTraceparent();
    await this.ingress.publish(topics.customerRequests, {
      tenant,
      key: conversationId,
      id: requestId,
      headers: {
        ...cloudEventHeaders({ ...about, time: this.ports.clock.now() }),
        ce_subject: caseStream(caseId),
        ...(traceparent === undefined ? {} : { traceparent }),
      },
      value: JSON.stringify(request),
      writtenBy: subject,
    });
  }
}

/** A first message that is sent again without a conversation must find the one it opened, not open another. */
function messageOf({ tenant, subject }: Principal, body: MessageBody, uuid: () => string): Message {
  const messageId = body.messageId ?? uuid();
  const conversationId =
    body.conversationId?.toLowerCase() ?? deterministicId('conversation', tenant, subject, messageId);
  return {
    messageId,
    conversationId,
    caseId: caseOf(tenant, conversationId),
    requestId: deterministicId('customer-request', tenant, subject, messageId),
  };
}

export const caseOf = (tenant: string, conversationId: string): string =>
  deterministicId('case', tenant, conversationId);

/** Somebody else's conversation is answered like a made-up one. */
function refusalIn(
  state: Case,
  { principal, body, message }: { principal: Principal; body: MessageBody; message: Message },
): 'not_found' | 'id_reused' | undefined {
  if (state.status === 'absent') return undefined;
  if (state.opened.customer.subject !== principal.subject) return 'not_found';
  const before = state.messages.find(({ messageId }) => messageId === message.requestId);
  return before === undefined || before.text === body.text ? undefined : 'id_reused';
}
