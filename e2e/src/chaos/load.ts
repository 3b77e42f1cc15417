import { setTimeout as pause } from 'node:timers/promises';
import type { System } from '../harness/system.js';
import { agentsRefund, customersRefund, persisting, type Story } from './stories.js';

export interface Load {
  readonly proposals: number;
  /** They begin evenly over this time, and as many at once as the system has not finished, up to the most. */
  readonly seconds: number;
  readonly inFlightMax: number;
  /** Every so many is a customer's own conversation; the others are an agent's. */
  readonly conversationEvery: number;
}

/** A story is not given up before this: longer than any fault and its aftermath. */
const storyWithinMs = 240_000;

/** Carries refunds through, as fast as is asked, whatever happens meanwhile. `done` grows as they end. */
export async function carryLoad(
  system: System,
  { proposals, seconds, inFlightMax, conversationEvery }: Load,
  { done, signal }: { readonly done: Story[]; readonly signal: AbortSignal },
): Promise<void> {
  const persist = persisting(signal, storyWithinMs);
  const startedAt = performance.now();
  let begun = 0;
  const lane = async () => {
    while (begun < proposals) {
      const nth = begun;
      begun += 1;
      const waitMs = startedAt + (nth * seconds * 1_000) / proposals - performance.now();
      if (waitMs > 0) await pause(waitMs, undefined, { signal });
      const isConversation = nth % conversationEvery === conversationEvery - 1;
      const story = isConversation ? customersRefund : agentsRefund;
      done.push(await story(system, persist));
    }
  };
  await Promise.all(Array.from({ length: Math.min(inFlightMax, proposals) }, lane));
}
