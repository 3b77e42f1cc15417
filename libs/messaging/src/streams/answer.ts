import type { RecordedEvent } from '@countersign/contracts';
import type { JsonObject } from '@countersign/domain';

/** What a rule answers to when it is not an event: an ingress message, a timer, a person's command. */
export interface Cause {
  readonly id: string;
  readonly correlationId: string;
  readonly traceparent?: string;
}

/** A stream as folded. */
export interface Loaded<State> {
  readonly state: State;
  readonly version: number;
  readonly events: readonly RecordedEvent[];
}

/** A deadline set in the same commit; heard as the pattern `timer.<task>`. */
export interface Timer {
  readonly task: string;
  /** Unique within service and tenant; setting it again moves it. */
  readonly key: string;
  readonly payload: JsonObject;
  /** An instant, or milliseconds from the append, by database time. */
  readonly dueAt: string | { readonly inMs: number };
}

/** What a rule wants done: commands, decided one after another and appended at once. */
export type Work<Command> =
  | 'nothing'
  | {
      readonly commands: readonly Command[];
      readonly claims?: readonly { key: string; amountMinor?: number; currency?: string }[];
      readonly releases?: readonly string[];
      readonly timers?: readonly Timer[];
      readonly timersCancelled?: readonly string[];
      /** By database time; later than this nothing is appended. */
      readonly notAfter?: string;
    };

/** What became of it. An expected refusal is one of these, never an exception. */
export type Answer<State, Code extends string = string> =
  | {
      readonly outcome: 'appended' | 'already_done' | 'nothing';
      readonly state: State;
      readonly version: number;
    }
  | {
      readonly outcome: 'refused';
      readonly code: Code;
      readonly message: string;
      readonly state: State;
      readonly version: number;
    }
  | { readonly outcome: 'claimed'; readonly key: string; readonly holder: string; readonly state: State }
  | { readonly outcome: 'too_late'; readonly now: string; readonly state: State };

/** A timer as its rule hears it. It is a `Cause`: answering it twice appends once. */
export interface TimerFired extends Cause {
  readonly tenant: string;
  /** The stream whose append set it; the timer is heard in order with that stream's events. */
  readonly stream: string;
  readonly key: string;
  readonly payload: JsonObject;
  /** The same as `id`: names this one setting of the timer, so setting it anew is a new cause. */
  readonly causeId: string;
}
