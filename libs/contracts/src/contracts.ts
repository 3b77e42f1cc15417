/**
 * What crosses a process: the event envelope, each event type with its whole history, messages from
 * outside, canonical JSON and digests, deterministic ids, topics, who may write what, and the ports every
 * handler is given. It refuses text that a store could not keep as it is. Its one invariant: the stored
 * shape is the published shape, and the same content has the same bytes and the same digest in every process.
 */
export { authors, type EventType, type Service } from './authors.js';
export {
  canonicalJson,
  digestOf,
  hashOfJson,
  intentOf,
  NotCanonical,
  sha256Hex,
  textFault,
} from './envelope/canonical-json.js';
export {
  type CloudEvent,
  cloudEventHeaders,
  type ReadCloudEvent,
  readCloudEvent,
} from './envelope/cloud-event.js';
export {
  caseStream,
  type EventMetadata,
  type Heard,
  type NewEvent,
  parseStream,
  proposalStream,
  type RecordedCaseEvent,
  type RecordedEvent,
  type RecordedProposalEvent,
  type StreamCategory,
  stopStream,
} from './envelope/event.js';
export {
  type EventMessage,
  type EventMessageFault,
  eventMessage,
  eventTypeOf,
  type ReadEventMessage,
  readEventMessage,
  topicOfStream,
  utf8,
} from './envelope/event-message.js';
export { schemaVersionOf } from './envelope/schema-version.js';
export { contractOf, type EventContract, eventContracts, type Upcaster } from './events/event-contracts.js';
export type { Fault } from './events/faults.js';
export {
  customerAt,
  type SensitiveField,
  sensitiveFields,
  sensitiveReaders,
} from './events/sensitive-fields.js';
export { upcast } from './events/upcast.js';
export { validateEventData } from './events/validate-event-data.js';
export { hearers } from './hearers.js';
export { type AnsweredOn, deterministicId, eventIdOf } from './identifiers/deterministic-id.js';
export {
  ApprovalDecision,
  decisionTextMax,
  type ReadDecision,
  readApprovalDecision,
} from './ingress/approval-decision.js';
export {
  CustomerRequest,
  type ReadRequest,
  readCustomerRequest,
  requestTextMax,
} from './ingress/customer-request.js';
export type { Unreadable, UnreadableCode } from './ingress/read-message.js';
export {
  type Clock,
  type Network,
  type Ports,
  type Randomness,
  systemPorts,
} from './ports/ports.js';
export { intentPrefix, type ReservationRule, reservationRules } from './reservation-rules.js';
export { eventTopics, type IngressMessage, type IngressTopic, type Topic, topics } from './topics.js';
