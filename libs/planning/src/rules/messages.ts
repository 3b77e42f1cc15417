import type { ConversationEntry, CustomerMessage, QuestionAsked } from '../port/view.js';
import type { IntentWords } from './capability-rules.js';
import { type MessageReading, readMessage } from './read-message.js';

/** A message with its place in the conversation, what it says, and the question it came after. */
export interface MessageRead {
  readonly index: number;
  readonly message: CustomerMessage;
  readonly reading: MessageReading;
  /** The nearest question before it, and whether this is the first message after that question. */
  readonly answers?: { readonly question: QuestionAsked; readonly first: boolean };
}

/** Every message of the conversation, oldest first, read with these words. */
export function readMessages(
  conversation: readonly ConversationEntry[],
  words: readonly IntentWords[],
): MessageRead[] {
  let question: QuestionAsked | undefined;
  let first = false;
  const read: MessageRead[] = [];
  conversation.forEach((entry, index) => {
    if (entry.kind === 'question') {
      question = entry;
      first = true;
    }
    if (entry.kind !== 'customer_message') return;
    const reading = readMessage(entry.text, words);
    read.push({ index, message: entry, reading, ...(question ? { answers: { question, first } } : {}) });
    first = false;
  });
  return read;
}
