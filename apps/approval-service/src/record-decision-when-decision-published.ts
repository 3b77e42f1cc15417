import { deterministicId, type IngressMessage, readApprovalDecision } from '@countersign/contracts';
import { type Cause, poison, retryable } from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Decisions } from './decision/decisions.js';

/**
 * A decision published to the topic takes the same path as one sent over HTTP. A topic is not an identity: the
 * token inside says who decides, judged as of our own record of the publication. A refusal is on the record of
 * the proposal, and the message is done.
 */
@Controller()
export class RecordDecisionWhenDecisionPublished {
  constructor(@Inject(Decisions) private readonly decisions: Decisions) {}

  @EventPattern('countersign.approval-decisions')
  async record(@Payload() message: IngressMessage): Promise<void> {
    const read = readApprovalDecision(message.value);
    if (read.outcome === 'refused') throw poison('decision_unreadable', read.faults.join('; '));
    const { proposalId, decision, digest, token, sight, reason = '', noteToCustomer = '' } = read.decision;
    const answer = await this.decisions.take({
      cause: causeOf(message),
      via: 'topic',
      token,
      asOf: message.recordedAt,
      faults: [],
      ...{ proposalId, decision, digest, sight, reason, noteToCustomer },
    });
    const isPassing =
      answer.outcome === 'refused' && ['record_unreadable', 'identity_unavailable'].includes(answer.code);
    if (isPassing) throw retryable(answer.code, answer.message);
  }
}

/** The sender chose the message's id, which could be that of an event; so it becomes part of ours only with the rest. */
function causeOf({ topic, tenant, id, headers: { traceparent } }: IngressMessage): Cause {
  const cause = deterministicId('message', topic, tenant, id);
  return { id: cause, correlationId: cause, ...(traceparent === undefined ? {} : { traceparent }) };
}
