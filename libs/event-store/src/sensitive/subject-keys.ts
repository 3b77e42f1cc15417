import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Reads } from '../claims.js';
import { codeOf, StoreError } from '../store-error.js';

/** A person's key, or that it was destroyed. As a key object: handing the bytes over each time cost 17 µs more. */
export type SubjectKey = { state: 'usable'; key: KeyObject } | { state: 'erased' };

export interface Subject {
  tenant: string;
  subject: string;
}

export interface SubjectKeysOptions {
  /** 32 bytes, kept outside the database: a copy of the database alone reads nothing. */
  wrappingKey: Uint8Array;
  /** How long a key stays in memory, and so the longest that a forgotten person is still readable. */
  keptForMs?: number;
  keptMax?: number;
}

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The keys of people, each made when first needed.
 * @throws StoreError `wrong_wrapping_key` where a key in the database was made with another wrapping key.
 */
export class SubjectKeys {
  readonly #kept = new Map<string, { key: SubjectKey; until: number }>();
  readonly #wrapping: KeyObject;

  constructor(
    private readonly reads: Reads,
    private readonly options: SubjectKeysOptions,
  ) {
    if (options.wrappingKey.length !== 32) throw new Error('The wrapping key must have 32 bytes');
    this.#wrapping = createSecretKey(options.wrappingKey);
  }

  /** The key to encrypt with; made when there is none. */
  async keyFor({ tenant, subject }: Subject): Promise<SubjectKey> {
    const name = nameOf({ tenant, subject });
    const kept = this.#keptKey(name);
    if (kept !== undefined) return kept;
    const offered = seal(this.#wrapping, randomBytes(32), name);
    const rows = await this.reads.query<{ wrapped: Buffer | null }>(
      'subject-key',
      'select countersign.subject_key($1, $2, $3) as wrapped',
      [tenant, subject, offered],
    );
    return this.#keep(name, rows[0]?.wrapped ?? null);
  }

  /** The keys to decrypt with, by `nameOf`; people without a key are missing. */
  async keysOf(subjects: readonly Subject[]): Promise<Map<string, SubjectKey>> {
    const found = new Map<string, SubjectKey>();
    const missing = new Map<string, Subject>();
    for (const subject of subjects) {
      const kept = this.#keptKey(nameOf(subject));
      if (kept === undefined) missing.set(nameOf(subject), subject);
      else found.set(nameOf(subject), kept);
    }
    if (missing.size === 0) return found;
    const wanted = [...missing.values()];
    const rows = await this.reads.query<Subject & { wrapped: Buffer | null }>(
      'subject-keys',
      `select tenant, subject, wrapped_key as wrapped from countersign.subject_keys
       where (tenant, subject) in (select * from unnest($1::text[], $2::text[]))`,
      [wanted.map(({ tenant }) => tenant), wanted.map(({ subject }) => subject)],
    );
    for (const row of rows) found.set(nameOf(row), this.#keep(nameOf(row), row.wrapped));
    return found;
  }

  /**
   * Forgets a person: destroys their key, for ever. True when there was one. Read models hold what they were built
   * from, so rebuild those that show the person. Needs the role `countersign_reconciler` or the owner's.
   */
  async erase({ tenant, subject }: Subject): Promise<boolean> {
    const rows = await this.reads.query<{ erased: boolean }>(
      'subject-erase',
      'select countersign.erase_subject($1, $2) as erased',
      [tenant, subject],
    );
    this.#kept.delete(nameOf({ tenant, subject }));
    return rows[0]?.erased === true;
  }

  /** False when people's keys in this database were made with another wrapping key. Looks at one of them. */
  async opensWhatIsKept(): Promise<boolean> {
    const [row] = await this.reads.query<Subject & { wrapped: Buffer }>(
      'subject-key-kept',
      `select tenant, subject, wrapped_key as wrapped from countersign.subject_keys
       where wrapped_key is not null limit 1`,
      [],
    );
    try {
      if (row !== undefined) this.#unwrapped(nameOf(row), row.wrapped);
      return true;
    } catch (error) {
      if (codeOf(error) === 'wrong_wrapping_key') return false;
      throw error;
    }
  }

  /** Somebody was forgotten, here or elsewhere: every key is read anew. */
  forgetKept(): void {
    this.#kept.clear();
  }

  #keptKey(name: string): SubjectKey | undefined {
    const kept = this.#kept.get(name);
    return kept !== undefined && kept.until > Date.now() ? kept.key : undefined;
  }

  #keep(name: string, wrapped: Buffer | null): SubjectKey {
    const key: SubjectKey =
      wrapped === null ? { state: 'erased' } : { state: 'usable', key: this.#unwrapped(name, wrapped) };
    this.#kept.delete(name);
    this.#kept.set(name, { key, until: Date.now() + (this.options.keptForMs ?? 30_000) });
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > (this.options.keptMax ?? 10_000)) this.#kept.delete(oldest);
    return key;
  }

  #unwrapped(name: string, wrapped: Buffer): KeyObject {
    try {
      return createSecretKey(unseal(this.#wrapping, wrapped, name));
    } catch (cause) {
      const message = 'The wrapping key does not open a key of this database: it was made with another one';
      throw new StoreError('wrong_wrapping_key', message, { cause });
    }
  }
}

export function nameOf({ tenant, subject }: Subject): string {
  return `${tenant}\n${subject}`;
}

/** AES-256-GCM with a fresh nonce; `bound` must be the same again to open it. */
export function seal(key: KeyObject, plain: Uint8Array, bound: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(bound));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** Throws when the key is another one, or the content or what it was bound to has changed. */
export function unseal(key: KeyObject, sealed: Uint8Array, bound: string): Buffer {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(bound))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}
