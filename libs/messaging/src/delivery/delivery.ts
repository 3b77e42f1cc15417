import type { IngressMessage, RecordedEvent } from '@countersign/contracts';
import type { JsonObject } from '@countersign/domain';
import type { TimerFired } from '../streams/answer.js';

export type Source = 'event' | 'message' | 'timer';

/** One thing to be heard by one service. */
export interface Delivery {
  readonly source: Source;
  /** What `@EventPattern` names: an event type, a topic, or `timer.<task>`. */
  readonly pattern: string;
  readonly tenant: string;
  /** Deliveries of one order key are handled one after another; others in parallel. */
  readonly order: string;
  /** Unique within the source: parking the same thing twice keeps it once. */
  readonly id: string;
  /** What the rules are given. */
  readonly payload: unknown;
  readonly traceparent?: string | undefined;
  /** Why it cannot be given to a rule at all; parked without trying. */
  readonly unreadable?: { readonly code: string; readonly reason: string };
  /** As it arrived, to be kept aside and shown. */
  kept(): Kept;
}

/** A delivery at rest: the bytes as published or recorded, and what else is needed to hear it again. */
export interface Kept {
  readonly bytes: Uint8Array;
  readonly envelope: JsonObject;
}

export const streamOrder = (tenant: string, stream: string): string => `${tenant}/${stream}`;

export function eventDelivery(event: RecordedEvent): Delivery {
  return {
    source: 'event',
    pattern: event.type,
    tenant: event.tenant,
    order: streamOrder(event.tenant, event.stream),
    id: event.id,
    payload: event,
    traceparent: event.metadata.traceparent,
    kept: () => ({ bytes: Buffer.from(JSON.stringify(event)), envelope: {} }),
  };
}

export function timerDelivery(task: string, fired: TimerFired): Delivery {
  return {
    source: 'timer',
    pattern: timerPattern(task),
    tenant: fired.tenant,
    order: streamOrder(fired.tenant, fired.stream),
    id: fired.id,
    payload: fired,
    traceparent: fired.traceparent,
    kept: () => ({ bytes: Buffer.from(JSON.stringify(fired)), envelope: {} }),
  };
}

interface MessageAt {
  /** Names the message even when what it says about itself is unusable. */
  readonly position: string;
  /** As the table holds it, where that is not what the rules are given. */
  readonly sealedValue?: Uint8Array;
  readonly unreadable?: { readonly code: string; readonly reason: string };
}

export function messageDelivery(
  message: IngressMessage,
  { position, sealedValue, unreadable }: MessageAt,
): Delivery {
  const { value, headers, ...rest } = message;
  return {
    source: 'message',
    pattern: message.topic,
    tenant: message.tenant,
    order: `${message.topic}/${message.tenant}/${message.key}`,
    id: position,
    payload: message,
    traceparent: headers.traceparent,
    ...(unreadable && { unreadable }),
    kept: () => ({
      bytes: sealedValue ?? value,
      envelope: { ...rest, headers: { ...headers }, ...(unreadable && { unreadable }) },
    }),
  };
}

/** The delivery that was kept, to be heard again. */
export function revived(
  { source, pattern, id }: { readonly source: Source; readonly pattern: string; readonly id: string },
  { bytes, envelope }: Kept,
): Delivery {
  if (source === 'message') {
    const { unreadable, ...message } = envelope as unknown as IngressMessage & {
      unreadable?: { code: string; reason: string };
    };
    return messageDelivery(
      { ...message, value: bytes },
      { position: id, ...(unreadable === undefined ? {} : { unreadable }) },
    );
  }
  const payload: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
  return source === 'event'
    ? eventDelivery(payload as RecordedEvent)
    : timerDelivery(pattern.slice(timerPattern('').length), payload as TimerFired);
}

export const timerPattern = (task: string): string => `timer.${task}`;
