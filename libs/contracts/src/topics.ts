/** Where outside parties and services meet. On the embedded default the ingress topics are tables. */
export const topics = {
  cases: 'countersign.cases',
  proposals: 'countersign.proposals',
  stops: 'countersign.stops',
  customerRequests: 'countersign.customer-requests',
  approvalDecisions: 'countersign.approval-decisions',
  replies: 'countersign.replies',
  deadLetters: 'countersign.dead-letters',
} as const;

/** The topics that carry recorded events: one for each category of streams. */
export const eventTopics = [topics.cases, topics.proposals, topics.stops] as const;

export type Topic = (typeof topics)[keyof typeof topics];
export type IngressTopic = (typeof topics)['customerRequests' | 'approvalDecisions'];

/** A message of an ingress topic as a handler hears it; `value` is what was published, byte for byte. */
export interface IngressMessage {
  readonly topic: IngressTopic;
  readonly tenant: string;
  readonly key: string;
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: Uint8Array;
  /** Database time of the publication; a token inside is judged as of this instant. */
  readonly recordedAt: string;
}
