/**
 * The kinds of failure a rule can end in. How each is treated stands in one table, `treatments.ts`.
 *
 * `rejection`        business says no. Normally a value; thrown, it ends the message as handled, and counted.
 * `retryable`        nothing happened, the world is not ready.
 * `poison`           this one message can never be handled.
 * `outcome_unknown`  something outside may have happened, and what came of it could not be written down.
 * `bug`              an impossible state: stop, do not skip.
 */
export type FailureKind = 'rejection' | 'retryable' | 'poison' | 'outcome_unknown' | 'bug';

/** What a rule throws. Recognised by `failureKind` and `code`, never by class: a class does not survive a copy. */
export class Failure extends Error {
  override readonly name = 'Failure';

  constructor(
    readonly failureKind: FailureKind,
    readonly code: string,
    message: string,
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
  }
}

type Made = (code: string, message: string, options?: { cause?: unknown }) => Failure;

const made =
  (kind: FailureKind): Made =>
  (code, message, options) =>
    new Failure(kind, code, message, options);

/** Business says no, where a value cannot be returned. */
export const rejection = made('rejection');
/** Surely nothing happened; the same message may succeed later. */
export const retryable = made('retryable');
/** This message can never be handled; the next one can. */
export const poison = made('poison');
/** A call may have been applied. The stream must already say that it was started. */
export const outcomeUnknown = made('outcome_unknown');
/** An impossible state. Anything thrown that is none of the others is one too. */
export const bug = made('bug');

/** While the store is away nothing is lost and nothing is parked: everything waits. */
export const storeAway = 'store_unavailable';

const kinds: readonly string[] = [
  'rejection',
  'retryable',
  'poison',
  'outcome_unknown',
  'bug',
] satisfies FailureKind[];

/** Errors of the libraries below that have a kind without knowing of it. */
const kindByCode: ReadonlyMap<string, FailureKind> = new Map([
  [storeAway, 'retryable'],
  // Written by a newer release than this one: only a newer release can handle it.
  ['schema_too_new', 'poison'],
]);

/** Anything thrown as a failure of a kind. What nobody classified is a bug: never swallowed, never looped. */
export function failureOf(error: unknown): Failure {
  const { failureKind, code, message } = (typeof error === 'object' && error !== null ? error : {}) as {
    failureKind?: unknown;
    code?: unknown;
    message?: unknown;
  };
  const text = typeof message === 'string' ? message : String(error);
  const name = typeof code === 'string' ? code : 'unexpected';
  if (typeof failureKind === 'string' && kinds.includes(failureKind)) {
    return new Failure(failureKind as FailureKind, name, text, { cause: error });
  }
  return new Failure(kindByCode.get(name) ?? 'bug', name, text, { cause: error });
}

const gravest: readonly FailureKind[] = ['bug', 'outcome_unknown', 'retryable', 'poison', 'rejection'];

/** Of several rules that heard one message, the failure that decides what becomes of it. */
export function gravestOf(failures: readonly Failure[]): Failure | undefined {
  return [...failures].sort((a, b) => gravest.indexOf(a.failureKind) - gravest.indexOf(b.failureKind))[0];
}
