export type NoAnswerCode =
  | 'unreachable'
  | 'timeout'
  | 'connection_lost'
  | 'rate_limited'
  | 'server_error'
  | 'not_authorized'
  | 'refused'
  | 'wrong_body';

/** The target was asked and did not say. Whatever was looked for may exist. */
export interface NoAnswer {
  readonly outcome: 'no_answer';
  readonly code: NoAnswerCode;
  readonly retryAfterMs?: number;
}

/** What a look-up found. `not_found` is the target's own statement, in its own format. */
export type ReadResult<T> =
  | {
      readonly outcome: 'found';
      readonly value: T;
      /** Instant at which the answer was complete. */
      readonly readAt: string;
      /** System and path, for the evidence list: `orders /v1/orders/4821`. */
      readonly source: string;
      /** Changes whenever the record does. */
      readonly version?: string;
    }
  | { readonly outcome: 'not_found' }
  | NoAnswer;
