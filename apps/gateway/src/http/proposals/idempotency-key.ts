import { problem } from '../problem/problem-codes.js';

const field = 'Idempotency-Key';

/** The asker's own name for one request: 1 to 255 printable ASCII characters, sent once. */
export function idempotencyKeyOf(given: string | readonly string[] | undefined): string {
  if (given === undefined || given === '') {
    throw problem('idempotency_key_missing', 'Send the header Idempotency-Key. Nothing was stored.', {
      errors: [{ field, reason: 'is required' }],
    });
  }
  if (typeof given === 'string' && /^[ -~]{1,255}$/.test(given)) return given;
  throw problem('idempotency_key_invalid', 'Choose another Idempotency-Key. Nothing was stored.', {
    errors: [{ field, reason: 'must be 1 to 255 printable ASCII characters' }],
  });
}
