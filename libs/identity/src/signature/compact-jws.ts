import { type KeyObject, sign, verify } from 'node:crypto';

/**
 * JWS compact serialization (RFC 7515) with EdDSA over Ed25519 (RFC 8037), by `node:crypto`.
 * Any JOSE library verifies what this signs, and a test holds jose to it. jose itself goes through WebCrypto's
 * thread pool: 170 µs to sign and 226 µs to verify against 37 and 114 here, asynchronously, for a format of
 * three base64url parts whose header we fix ourselves.
 */
export function signCompact(payload: object, key: KeyObject, header: { kid: string; typ: string }): string {
  const head = encode({ alg: 'EdDSA', kid: header.kid, typ: header.typ });
  const input = `${head}.${encode(payload)}`;
  return `${input}.${sign(null, Buffer.from(input), key).toString('base64url')}`;
}

export type CompactVerdict =
  | {
      readonly outcome: 'verified';
      readonly payload: Readonly<Record<string, unknown>>;
      readonly kid: string;
    }
  | {
      readonly outcome: 'refused';
      readonly code: 'signature_malformed' | 'algorithm_not_allowed' | 'key_unknown' | 'signature_invalid';
    };

/**
 * Verifies one compact JWS of the wanted `typ` against trusted keys by id.
 * The header may hold `alg`, `kid` and `typ` only: `crit`, `jwk`, `jku` and friends are ways to bring a rule or
 * a key along, and there is no use for them here.
 */
export function verifyCompact(
  jws: string,
  keys: ReadonlyMap<string, KeyObject>,
  typ: string,
): CompactVerdict {
  const [head, body, mark, ...rest] = jws.length > 16_384 ? [] : jws.split('.');
  if (head === undefined || body === undefined || mark === undefined || rest.length > 0) {
    return refuse('signature_malformed');
  }
  const header = decode(head);
  const payload = decode(body);
  const signature = bytesOf(mark);
  if (header === undefined || payload === undefined || signature === undefined)
    return refuse('signature_malformed');
  if (header.alg !== 'EdDSA') return refuse('algorithm_not_allowed');
  const { kid } = header;
  if (header.typ !== typ || typeof kid !== 'string' || Object.keys(header).length !== 3) {
    return refuse('signature_malformed');
  }
  const key = keys.get(kid);
  if (key === undefined) return refuse('key_unknown');
  const holds = verify(null, Buffer.from(`${head}.${body}`), key, signature);
  return holds ? { outcome: 'verified', payload, kid } : refuse('signature_invalid');
}

function refuse(code: Extract<CompactVerdict, { outcome: 'refused' }>['code']): CompactVerdict {
  return { outcome: 'refused', code };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Node decodes base64url leniently; a second spelling of the same bytes would be a second signature. */
function bytesOf(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, 'base64url');
  return bytes.toString('base64url') === part ? bytes : undefined;
}

function decode(part: string): Record<string, unknown> | undefined {
  const bytes = bytesOf(part);
  if (bytes === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
