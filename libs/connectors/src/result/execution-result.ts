/** Surely not applied: the request never left, or the target said it took nothing. */
export type TransientCode = 'unreachable' | 'rate_limited' | 'unavailable' | 'send_window_over';

/** May have been applied. Only the reconciler can tell. */
export type UnknownCode =
  | 'timeout'
  | 'connection_lost'
  | 'server_error'
  | 'wrong_body'
  | 'receipt_differs'
  | 'already_in_progress'
  | 'key_life_over';

/** How an attempt at an effect ended. `rejected` is final: this request will never be carried out. */
export type ExecutionResult<Receipt> =
  | { readonly class: 'succeeded'; readonly receipt: Receipt }
  | { readonly class: 'rejected'; readonly code: string; readonly message: string }
  | { readonly class: 'transient'; readonly code: TransientCode; readonly retryAfterMs?: number }
  | { readonly class: 'unknown'; readonly code: UnknownCode };
