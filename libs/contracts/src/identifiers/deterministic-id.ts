import { parse, v5 } from 'uuid';

/** Fixed for ever: another namespace would give every event another id, and hearing twice would append twice. */
const namespace = parse('6f0c8a1e-5d0b-4b86-9b1e-4c6f3f1f7a10');

/**
 * UUIDv5 of what caused a thing: the same cause, rule and ordinal give the same id in every process.
 * `parts` are joined with a separator that no id contains.
 */
export function deterministicId(...parts: readonly (string | number)[]): string {
  // As bytes: the library takes text apart a character at a time (5% of a simulated run).
  return v5(Buffer.from(parts.join('\u001f')), namespace);
}

/** What a rule answers, and where. */
export interface AnsweredOn {
  /** The id of what was heard. */
  readonly causeId: string;
  readonly rule: string;
  readonly tenant: string;
  readonly stream: string;
}

/**
 * The id of the nth event that a rule appends to a stream in answer to a cause. The stream is part of it: one cause may
 * be answered on many (a release lets every held proposal go on), and what follows from each must be told apart.
 */
export function eventIdOf({ causeId, rule, tenant, stream }: AnsweredOn, ordinal: number): string {
  return deterministicId('event', causeId, rule, tenant, stream, ordinal);
}
