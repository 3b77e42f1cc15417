import type { NewEvent, RecordedEvent } from '@countersign/contracts';

/**
 * What happens to an event between its writer and the table. The hash chain covers the encoded form, so it
 * verifies whether or not a reader can still decode.
 */
export interface EventCodec {
  encode(to: { tenant: string; stream: string }, events: readonly NewEvent[]): Promise<readonly NewEvent[]>;
  decode(events: readonly RecordedEvent[]): Promise<RecordedEvent[]>;
}
