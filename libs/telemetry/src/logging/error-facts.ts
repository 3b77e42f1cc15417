import { masked } from './mask.js';

/** What may be written about an error. */
export interface ErrorFacts {
  readonly name: string;
  readonly code?: string;
  readonly at: readonly string[];
  readonly cause?: ErrorFacts;
}

const FRAMES_MAX = 8;
const CAUSES_MAX = 3;

/**
 * An error as name, code and place. Its message is left out on purpose: databases and parsers quote the value
 * they choke on, and that value is what a customer wrote.
 */
export function errorFacts(error: unknown, depth = 0): ErrorFacts {
  if (typeof error !== 'object' || error === null) return { name: typeof error, at: [] };
  const { name, code, message, stack, cause } = error as {
    name?: unknown;
    message?: unknown;
    code?: unknown;
    stack?: unknown;
    cause?: unknown;
  };
  return {
    name: typeof name === 'string' ? masked(name.slice(0, 100)) : 'object',
    ...(typeof code === 'string' || typeof code === 'number'
      ? { code: masked(String(code).slice(0, 100)) }
      : {}),
    at: typeof stack === 'string' ? framesOf(afterMessage(stack, message)) : [],
    ...(cause === undefined || depth >= CAUSES_MAX ? {} : { cause: errorFacts(cause, depth + 1) }),
  };
}

/** The message leads the stack, and could be written to look like frames. */
function afterMessage(stack: string, message: unknown): string {
  return typeof message === 'string' && stack.includes(message)
    ? stack.slice(stack.indexOf(message) + message.length)
    : stack;
}

/** Only lines that are stack frames. */
function framesOf(stack: string): string[] {
  const frames = stack
    .split('\n')
    .filter((line) => /^ {4}at (?:[\w.<>[\] #$]+ \()?(?:file:|node:|\/).*:\d+:\d+\)?$/.test(line));
  return frames.slice(0, FRAMES_MAX).map((line) => line.trim());
}
