/**
 * What `decide` answers: facts to append, a refusal with a code, or that it was done before.
 * An expected refusal is a value, never an exception.
 */
export type Decision<Event, Code extends string> =
  | { readonly outcome: 'accepted'; readonly events: readonly Event[] }
  | { readonly outcome: 'already_done' }
  | Refused<Code>;

export interface Refused<Code extends string> {
  readonly outcome: 'refused';
  readonly code: Code;
  /** One sentence: what did not happen and why. */
  readonly message: string;
}

export const accepted = <Event>(...events: Event[]): { outcome: 'accepted'; events: Event[] } => ({
  outcome: 'accepted',
  events,
});

export const alreadyDone = { outcome: 'already_done' } as const;

export const refused = <Code extends string>(code: Code, message: string): Refused<Code> => ({
  outcome: 'refused',
  code,
  message,
});

/** An exhaustive switch ends here; a new member of the union does not compile until it is treated. */
export function never(value: never): never {
  throw new Error(`A case was not treated: ${JSON.stringify(value)}`);
}
