import type { NewMessage } from '../messages.js';
import { FORGOTTEN } from './sensitive-codec.js';
import { nameOf, type SubjectKeys, seal, unseal } from './subject-keys.js';

type Bound = Pick<NewMessage, 'topic' | 'tenant' | 'id'>;

/** Encrypts what people publish, whole, with the key of whoever wrote it, and opens it for the rules that hear it. */
export interface MessageCodec {
  sealed(message: Bound & { readonly value: Uint8Array }, subject: string): Promise<Uint8Array>;
  /** As it was published. What was not sealed is given as it is. */
  opened(message: Bound & { readonly value: Uint8Array }): Promise<Uint8Array>;
}

const MARK = '{"$sealed":';

export function messageCodec(keys: SubjectKeys): MessageCodec {
  return {
    async sealed(message, subject) {
      const key = await keys.keyFor({ tenant: message.tenant, subject });
      if (key.state === 'erased') return Buffer.from(FORGOTTEN);
      const content = seal(key.key, message.value, boundTo(message)).toString('base64');
      return Buffer.from(`${MARK}${JSON.stringify({ subject, content })}}`);
    },
    async opened(message) {
      const found = sealedOf(message.value);
      if (found === undefined) return message.value;
      const about = { tenant: message.tenant, subject: found.subject };
      const key = (await keys.keysOf([about])).get(nameOf(about));
      if (key?.state !== 'usable') return Buffer.from(FORGOTTEN);
      try {
        return unseal(key.key, Buffer.from(found.content, 'base64'), boundTo(message));
      } catch {
        // Not sealed by us: whoever hears it refuses it for what it is, and the messages behind it go on.
        return message.value;
      }
    },
  };
}

/** With no keys messages stay as they are: none is for such a process to hear. */
export const unopenedMessages: MessageCodec = {
  sealed: async ({ value }) => value,
  opened: async ({ value }) => value,
};

const boundTo = ({ topic, id }: Bound): string => `${topic}\n${id}`;

function sealedOf(value: Uint8Array): { subject: string; content: string } | undefined {
  const bytes = Buffer.from(value);
  if (bytes.subarray(0, MARK.length).toString('latin1') !== MARK) return undefined;
  try {
    const { $sealed: found } = JSON.parse(bytes.toString('utf8')) as { $sealed?: Record<string, unknown> };
    const { subject, content } = found ?? {};
    if (typeof subject === 'string' && typeof content === 'string') return { subject, content };
  } catch {
    // Somebody else's bytes that only begin alike.
  }
  return undefined;
}
