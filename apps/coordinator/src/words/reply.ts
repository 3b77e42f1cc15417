import { deterministicId, type RecordedEvent } from '@countersign/contracts';
import type { CaseCommand, CaseEventData, Instant } from '@countersign/domain';

export interface Words {
  readonly code: string;
  readonly text: string;
  /** Of a card only which draft it shows is kept; what is on it is read when it is opened. */
  readonly cards?: readonly { readonly draft: CaseEventData<'ReplySent'>['cards'][number] }[];
}

/** A reply to one cause. Its id is made of the cause, so it is sent once however often the cause is heard. */
export function replyTo(cause: RecordedEvent<string, unknown>, words: Words, at: Instant): CaseCommand {
  const fact: CaseEventData<'ReplySent'> = {
    replyId: deterministicId('reply', cause.id, words.code),
    code: words.code,
    text: words.text,
    cards: (words.cards ?? []).map(({ draft }) => ({ proposalId: draft.proposalId, digest: draft.digest })),
    at,
  };
  return { type: 'reply', fact };
}
