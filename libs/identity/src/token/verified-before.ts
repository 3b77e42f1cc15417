import { hash } from 'node:crypto';
import type { CryptoKey, JWSHeaderParameters, JWTPayload } from 'jose';
import type { KeySource } from './key-source.js';

export interface Verified {
  readonly header: JWSHeaderParameters;
  readonly key: CryptoKey;
  readonly claims: JWTPayload;
  /** The instant it was judged at. */
  readonly atMs: number;
}

interface Question {
  readonly keys: KeySource;
  readonly instantMs: number;
  readonly maxTokenAgeSeconds: number | undefined;
}

const tokensMax = 1_000;

/**
 * Tokens that were verified already. A person's token comes along with everything they do, and to check the same
 * signature of the same bytes with the same key again took 4% of what a proposal costs. Only a yes is remembered, and
 * it is given again only where judging anew could not come to a no; anything near a limit is judged anew.
 */
export class VerifiedBefore {
  /** By the token's hash: tokens themselves are not kept. The least recently used leaves first. */
  readonly #known = new Map<string, Verified>();

  remember(token: string, verified: Verified): void {
    this.#known.set(nameOf(token), verified);
    if (this.#known.size <= tokensMax) return;
    const oldest = this.#known.keys().next().value;
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  /** Asks for today's key first, so that one that was withdrawn since vouches for nothing. @throws what `keys` throws */
  async claimsOf(token: string, { keys, ...when }: Question): Promise<JWTPayload | undefined> {
    const name = nameOf(token);
    const known = this.#known.get(name);
    if (known === undefined || !isAlive(known, when)) return undefined;
    if ((await keys(known.header)) !== known.key) return undefined;
    this.#known.delete(name);
    this.#known.set(name, known);
    return known.claims;
  }
}

/** No earlier than when it was judged, so that what had begun has begun; and before its end, without any leeway. */
function isAlive(
  { claims: { exp, iat }, atMs }: Verified,
  { instantMs, maxTokenAgeSeconds = Number.POSITIVE_INFINITY }: Omit<Question, 'keys'>,
): boolean {
  const seconds = instantMs / 1_000;
  return (
    instantMs >= atMs &&
    exp !== undefined &&
    iat !== undefined &&
    seconds < exp &&
    seconds - iat < maxTokenAgeSeconds
  );
}

function nameOf(token: string): string {
  return hash('sha256', token, 'base64');
}
