import { Name, Text } from '../events/fields.js';
import { readMessage, type Unreadable } from './read-message.js';

/** The longest text that a customer may send in one message, in UTF-16 units. */
export const requestTextMax = 10_000;

/**
 * A customer's message published to `countersign.customer-requests`. Who asks is whoever the signed token
 * inside names: a topic is not an identity. An empty token is the verifier's to refuse, with its own code.
 */
export class CustomerRequest {
  /** Chosen by the sender; publishing the same id twice asks once. */
  @Name(200) requestId!: string;
  @Name(200) conversationId!: string;
  @Name(requestTextMax) text!: string;
  @Text(8_192) token!: string;
}

export type ReadRequest = { readonly outcome: 'read'; readonly request: CustomerRequest } | Unreadable;

/** Reads what was published, byte for byte. Every fault names its field; unknown fields are faults too. */
export function readCustomerRequest(value: Uint8Array): ReadRequest {
  const read = readMessage(CustomerRequest, value);
  return read.outcome === 'read' ? { outcome: 'read', request: read.message } : read;
}
