import { customerAt, sensitiveFields } from '@countersign/contracts';
import type { Reads } from '../claims.js';
import type { EventCodec } from '../codec.js';
import { type MessageCodec, messageCodec, unopenedMessages } from './sealed-messages.js';
import { type SensitiveTypes, sensitiveCodec, withoutKeys } from './sensitive-codec.js';
import { StreamSubjects } from './stream-subjects.js';
import { SubjectKeys, type SubjectKeysOptions } from './subject-keys.js';

/** How sensitive values are kept: sealed on the way in, opened on the way out for whoever has the keys. */
export interface Sealing {
  readonly events: EventCodec;
  readonly messages: MessageCodec;
  /** Somebody was forgotten: nothing is opened any more with a key that was read before. */
  forgetKept(): void;
}

export interface SealingOptions extends SubjectKeysOptions {
  /** In place of what contracts says; for tests. */
  readonly types?: SensitiveTypes;
  readonly subjectAt?: Readonly<Record<string, string | undefined>>;
}

/** Sealing with the key of each person, made when first needed, over a role that may read keys. */
export function sealingWith(reads: Reads, options: SealingOptions): Sealing {
  const { types = sensitiveFields, subjectAt = customerAt } = options;
  const keys = new SubjectKeys(reads, options);
  const subjects = new StreamSubjects(reads, subjectAt);
  return {
    events: sensitiveCodec(types, { keys, subjects }),
    messages: messageCodec(keys),
    forgetKept: () => keys.forgetKept(),
  };
}

/** For a process that is trusted with no keys: it sees that something is there, and no more. */
export function sealingWithoutKeys(types: SensitiveTypes = sensitiveFields): Sealing {
  return { events: withoutKeys(types), messages: unopenedMessages, forgetKept: () => undefined };
}
