import { canonicalJson, NotCanonical } from '@countersign/contracts';
import { StoreError } from './store-error.js';

/**
 * RFC 8785 canonical JSON of a value, as stored and hashed.
 *
 * Refuses, naming the path, what PostgreSQL cannot hold or JSON cannot say: U+0000, a lone surrogate, a number
 * that is not finite. Stripping is no answer: what was signed must be what is stored. The six characters
 * `\u0000` written out are ordinary text and pass.
 * @throws StoreError `unstorable_text`
 */
export function canonicalText(value: unknown, path: string): string {
  try {
    return canonicalJson(value);
  } catch (error) {
    if (!(error instanceof NotCanonical)) throw error;
    const at = error.path === '' ? path : `${path}.${error.path}`;
    throw new StoreError('unstorable_text', `${at} ${error.reason}`, { path: at, cause: error });
  }
}
