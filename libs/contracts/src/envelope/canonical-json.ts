import { hash } from 'node:crypto';
import {
  type Action,
  type Digest,
  digestContent,
  digestOfHex,
  intentContent,
  type JsonObject,
  type TenantId,
} from '@countersign/domain';
import canonicalize from 'canonicalize';

/** A value that JSON cannot carry without loss, with the path to it. */
export class NotCanonical extends Error {
  readonly code = 'not_canonical';
  constructor(
    readonly path: string,
    readonly reason: string,
  ) {
    super(`${path === '' ? 'The value' : path}: ${reason}`);
  }
}

/**
 * RFC 8785 canonical JSON. Refused rather than mended: U+0000 (PostgreSQL cannot store it), lone
 * surrogates (UTF-8 cannot), numbers that are not finite, gaps in lists, and objects that are not plain,
 * such as a Map. A key whose value is undefined is a key that is not there.
 * @throws NotCanonical naming the path.
 */
export function canonicalJson(value: unknown): string {
  const fault = textFault(value, '');
  if (fault !== undefined) throw fault;
  const text = canonicalize(value);
  if (text === undefined) throw new NotCanonical('', 'is not JSON');
  return text;
}

/** Whoever walks through a value, the database included, has a stack; nothing of ours is near this deep. */
const depthMax = 128;

/** The first thing in a value that the store could not keep as it is, or undefined. */
export function textFault(value: unknown, path: string, depth = 0): NotCanonical | undefined {
  if (typeof value === 'string') return stringFault(value, path);
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : new NotCanonical(path, 'is not a finite number');
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') {
    return new NotCanonical(path, `a ${typeof value} is not JSON`);
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= depthMax) return new NotCanonical(path, `is nested more than ${depthMax} levels deep`);
  if (Array.isArray(value)) {
    // JSON would make null of it, and the list would not be what was meant.
    if (value.includes(undefined)) return new NotCanonical(path, 'has a gap');
  } else if (Object.prototype.toString.call(value) !== '[object Object]') {
    return new NotCanonical(path, 'is not a plain object');
  }
  for (const [key, inner] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    const fault = stringFault(key, at) ?? textFault(inner, at, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function stringFault(text: string, path: string): NotCanonical | undefined {
  if (text.includes('\u0000'))
    return new NotCanonical(path, 'has a U+0000 character, which cannot be stored');
  if (!text.isWellFormed()) return new NotCanonical(path, 'has a lone surrogate, which is not valid Unicode');
  return undefined;
}

/** SHA-256 of UTF-8 text, 64 lower-case hex digits. */
export function sha256Hex(text: string): string {
  return hash('sha256', text, 'hex');
}

/** The digest of an action: SHA-256 over the RFC 8785 form of what DESIGN section 4 lists. */
export function digestOf(tenant: TenantId, action: Action): Digest {
  return digestOfHex(sha256Hex(canonicalJson(digestContent(tenant, action))));
}

/** What two proposals of the same thing share; `distinctFrom` names proposals that this is meant to repeat. */
export function intentOf(tenant: TenantId, action: Action, distinctFrom: readonly string[] = []): string {
  return sha256Hex(canonicalJson(intentContent(tenant, action, distinctFrom)));
}

export function hashOfJson(value: JsonObject): string {
  return sha256Hex(canonicalJson(value));
}
