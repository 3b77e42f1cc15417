import type { Instant } from '../identifiers.js';
import type { Bounds } from './events.js';
import type { OpenedCase } from './state.js';

export interface BoundsLeft {
  readonly turns: number;
  readonly toolCalls: number;
  readonly wallClockMs: number;
  readonly spendMicros: number;
}

/** What is left to spend, counted from the stream alone, so that no restart gives anything back. */
export function boundsLeft(state: OpenedCase, at: Instant): BoundsLeft {
  const { bounds, openedAt } = state.opened;
  // Waiting for people is not planning: the clock of a case starts anew with each customer message.
  const since = Date.parse(state.messages.at(-1)?.receivedAt ?? openedAt);
  return {
    turns: bounds.turnsMax - state.turns,
    toolCalls: bounds.toolCallsMax - state.toolCalls.length,
    wallClockMs: bounds.wallClockMs - (Date.parse(at) - since),
    spendMicros: bounds.spendMicrosMax - state.spendMicros,
  };
}

/** The name of the first bound that is used up, or undefined. */
export function boundReached(state: OpenedCase, at: Instant): string | undefined {
  const left = boundsLeft(state, at);
  if (left.turns <= 0) return 'turns';
  if (left.toolCalls <= 0) return 'tool calls';
  if (left.wallClockMs <= 0) return 'time';
  if (left.spendMicros <= 0) return 'spend';
  return undefined;
}

export const defaultBounds: Bounds = {
  wallClockMs: 15 * 60_000,
  turnsMax: 40,
  toolCallsMax: 60,
  spendMicrosMax: 500_000,
};
