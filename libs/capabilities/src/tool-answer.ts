import type { JsonObject, JsonValue } from '@countersign/domain';
import type { OnBehalfOf, ToolAnswer } from './capability.js';

/** One call of a read-only tool, for the customer of the case. */
export interface ToolCall {
  readonly tool: string;
  readonly args: JsonObject;
  readonly forWhom: OnBehalfOf;
}

/** What was read, and where it stands. */
export function answered(result: JsonValue, source: string, readAt: string): ToolAnswer {
  return { outcome: 'answered', code: 'read', result, provenance: [{ source, readAt }] };
}

/** Nothing was read: it is not there, or nobody could say. Only the first is a statement about the thing. */
export function nothing(outcome: 'not_found' | 'no_answer', code: string): ToolAnswer {
  return { outcome, code, result: null, provenance: [] };
}
