/**
 * What the store throws. Recognised by `code`:
 * `store_unavailable` nothing is known to have happened, try again (appends are idempotent by event id);
 * `invalid_append` the caller's bug, trying again cannot help; `unstorable_text` the same, with the path of the
 * text that PostgreSQL cannot hold; `forbidden_topic` the role has no authority for the topic; `wrong_wrapping_key`
 * people's keys were made with another one, so nothing of theirs can be read or written; `store_fault` a bug or a broken installation.
 */
export type StoreErrorCode =
  | 'store_unavailable'
  | 'invalid_append'
  | 'unstorable_text'
  | 'forbidden_topic'
  | 'wrong_wrapping_key'
  | 'store_fault';

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly retryable: boolean;

  constructor(
    readonly code: StoreErrorCode,
    message: string,
    options: { cause?: unknown; path?: string } = {},
  ) {
    super(message, { cause: options.cause });
    this.retryable = code === 'store_unavailable';
    if (options.path !== undefined) this.path = options.path;
  }

  readonly path?: string;
}

/** The `code` of anything thrown, or undefined. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** SQLSTATE classes and codes that say "not now" rather than "not ever". */
const PASSING = /^(08|53|57P|40|58)|^(57014|55P03|25006)$/;
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Data exceptions and broken constraints: something in what was sent. */
const SENT_WRONG = /^(22|23)/;

/** True when one statement lost against another by bad luck and may run again at once. */
export function lostARace(error: unknown): boolean {
  return /^(40001|40P01)$/.test(codeOf(error) ?? '');
}

/** True when the fault lies in the content sent, so that another content may pass. */
export function isContentFault(error: unknown): boolean {
  return SENT_WRONG.test(codeOf(error) ?? '');
}

/** Any error of `pg` or the network as one of ours. An error without SQLSTATE is a lost connection. */
export function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const code = codeOf(error) ?? '';
  const message = error instanceof Error ? error.message : String(error);
  if (!SQLSTATE.test(code) || PASSING.test(code)) {
    return new StoreError('store_unavailable', `The event store is not available: ${message}`, {
      cause: error,
    });
  }
  if (isContentFault(error)) {
    return new StoreError('invalid_append', `The event store refused the content: ${message}`, {
      cause: error,
    });
  }
  return new StoreError('store_fault', `The event store failed: ${message}`, { cause: error });
}
