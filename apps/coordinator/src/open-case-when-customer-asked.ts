import {
  type CustomerRequest,
  deterministicId,
  type IngressMessage,
  readCustomerRequest,
  topics,
} from '@countersign/contracts';
import { type CaseCommand, defaultBounds, type OpenedCase, subjectId, tenantId } from '@countersign/domain';
import type { Principal, TokenVerifier } from '@countersign/identity';
import { type CaseStreams, type Cause, casesToken, poison, retryable } from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';

export const verifierToken = 'coordinator:token-verifier';

/**
 * Opens the case of a conversation and records what the customer wrote. Who wrote it is whoever the signed token
 * names, judged as of the moment of publication; a message without one becomes no event, only a parked message.
 */
@Controller()
export class OpenCaseWhenCustomerAsked {
  constructor(
    @Inject(casesToken) private readonly cases: CaseStreams,
    @Inject(verifierToken) private readonly verifier: TokenVerifier,
  ) {}

  @EventPattern(topics.customerRequests)
  async open(@Payload() message: IngressMessage): Promise<void> {
    const read = readCustomerRequest(message.value);
    if (read.outcome === 'refused') throw poison(read.code, read.faults.join('; '));
    const { request } = read;
    const customer = await this.customerOf(request, message);
    const { tenant, recordedAt } = message;
    const caseId = deterministicId('case', tenant, request.conversationId);
    const to = { tenant, id: caseId, rule: 'open-case' };
    await this.cases.answer(causeOf(message, request), to, (state) => {
      if (state.status !== 'absent') assertOwn(state, customer);
      const openIt = state.status === 'absent' ? [opening(request, { customer, tenant, recordedAt })] : [];
      return { commands: [...openIt, receiving(request, customer, recordedAt)] };
    });
  }

  private async customerOf({ token }: CustomerRequest, message: IngressMessage): Promise<Principal> {
    const verdict = await this.verifier.verify(token, { asOf: message.recordedAt });
    if (verdict.outcome === 'refused') {
      const text = 'The identity token of the request was not accepted.';
      throw verdict.retryable ? retryable(verdict.code, text) : poison(verdict.code, text);
    }
    const { principal } = verdict;
    if (principal.tenant !== message.tenant) {
      throw poison('tenant_wrong', 'The token is for another tenant than the message.');
    }
    if (principal.kind !== 'customer') throw poison('not_a_customer', 'Only customers write requests.');
    return principal;
  }
}

/** Knowing the id of somebody's conversation is no right to speak in it. */
function assertOwn({ opened }: OpenedCase, customer: Principal): void {
  if (opened.customer.subject !== customer.subject) {
    throw poison('not_your_conversation', 'This conversation belongs to another customer.');
  }
}

/** The sender chose the message's id, so it becomes part of ours only together with tenant and topic. */
function causeOf({ topic, tenant, id, headers }: IngressMessage, { requestId }: CustomerRequest): Cause {
  const { traceparent } = headers;
  const causeId = deterministicId('message', topic, tenant, id);
  return { id: causeId, correlationId: requestId, ...(traceparent === undefined ? {} : { traceparent }) };
}

function opening(
  { requestId }: CustomerRequest,
  { customer, tenant, recordedAt }: { customer: Principal; tenant: string; recordedAt: string },
): CaseCommand {
  const subject = subjectId(customer.subject);
  const who = { customer: { subject, name: customer.name }, startedBy: subject };
  const fact = { requestId, tenant: tenantId(tenant), ...who, bounds: defaultBounds, openedAt: recordedAt };
  return { type: 'open', fact };
}

function receiving(
  { requestId, text }: CustomerRequest,
  customer: Principal,
  receivedAt: string,
): CaseCommand {
  return {
    type: 'receive_message',
    fact: { messageId: requestId, text, from: subjectId(customer.subject), receivedAt },
  };
}
