import type { CustomTransportStrategy, MessageHandler } from '@nestjs/microservices';
import { Server } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { Consumer, Counts } from './consumer.js';
import { type Delivery, timerPattern } from './delivery.js';
import type { Rule } from './hear.js';
import type { Stall } from './stall-watch.js';

export interface Standing {
  /** `standby`: other processes hear all there is for this service. */
  readonly status: 'standby' | 'hearing' | 'stopped';
  readonly haltedStreams: number;
  /** Messages not handled or set aside yet, where the transport can tell. */
  readonly lag?: number;
  /** There is work, and nothing of it was done for long. */
  readonly stall?: Stall;
  /** Whether the broker answers, where there is one. */
  readonly broker?: 'up' | 'down';
  readonly counts: Readonly<Counts>;
}

/**
 * What every transport of ours has in common under Nest: the rules by pattern. Nest's own event dispatch is
 * bypassed, because it links rules of one pattern through observables and replaces their errors.
 */
export abstract class RuleServer extends Server implements CustomTransportStrategy {
  /** So that Nest does not log what the transport treats. */
  override readonly propagatesEventHandlerErrors = true;
  readonly #rules = new Map<string, Rule[]>();

  /** Several rules of a pattern all run; they are kept side by side rather than linked. */
  override addHandler(pattern: unknown, callback: MessageHandler, isEventHandler = false): void {
    if (typeof pattern !== 'string' || !isEventHandler) {
      throw new TypeError('A rule hears an event by its name: @EventPattern with a text.');
    }
    this.messageHandlers.set(pattern, callback);
    const rules = this.#rules.get(pattern) ?? [];
    rules.push(asRule(callback));
    this.#rules.set(pattern, rules);
  }

  abstract override listen(callback: (error?: unknown) => void): void;
  abstract override close(): Promise<void>;
  abstract get standing(): Standing;

  on(): never {
    throw new Error('This transport has no events to listen to.');
  }

  protected rulesOf(pattern: string): readonly Rule[] {
    return this.#rules.get(pattern) ?? [];
  }

  protected hears(pattern: string): boolean {
    return this.#rules.has(pattern);
  }

  protected get patterns(): readonly string[] {
    return [...this.#rules.keys()];
  }

  /** The timers there are rules for, without their prefix. */
  protected get tasks(): readonly string[] {
    const prefix = timerPattern('');
    return this.patterns.filter((p) => p.startsWith(prefix)).map((p) => p.slice(prefix.length));
  }
}

/** Nest hands some errors over inside an observable, where an `await` alone would not see them. */
function asRule(callback: MessageHandler): Rule {
  return async (payload) => {
    const result: unknown = await callback(payload);
    if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
  };
}

/** Settles when the delivery is handled or set aside; rejects when the service stops first. */
export function heard(consumer: Consumer, delivery: Delivery): Promise<void> {
  return new Promise((resolve, reject) => {
    const { stopping } = consumer;
    const onStop = () => reject(new Error('The service stopped before the timer was handled.'));
    if (stopping.aborted) return onStop();
    stopping.addEventListener('abort', onStop, { once: true });
    consumer.deliver(delivery, () => {
      stopping.removeEventListener('abort', onStop);
      resolve();
    });
  });
}
