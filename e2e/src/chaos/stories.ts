import { randomUUID } from 'node:crypto';
import { waitFor } from '@countersign/testing';
import type { Person, Reply } from '../harness/person.js';
import { refundBody } from '../harness/refund-story.js';
import type { System } from '../harness/system.js';

export interface Story {
  readonly proposalId: string;
  readonly amountMinor: number;
  /** Whose conversation it was; an agent's proposal has none. */
  readonly told?: Person;
}

/** Until it is answered; whatever fails meanwhile is tried again, because something is being killed. */
export type Persist = <T>(what: string, attempt: () => Promise<T | undefined>) => Promise<T>;

export function persisting(signal: AbortSignal, withinMs: number): Persist {
  return (what, attempt) =>
    waitFor(
      what,
      () => {
        signal.throwIfAborted();
        return attempt().catch(() => undefined);
      },
      { withinMs },
    );
}

const amountMinor = 4_200;
const lines = [{ lineId: '1', title: 'headphones', unitPriceMinor: amountMinor }];

/** An agent proposes, the customer consents, and it is proven. Whoever gets no answer asks again, under the same key. */
export async function agentsRefund(system: System, persist: Persist): Promise<Story> {
  const order = await system.admin.order({ lines });
  const proposalId = await persist('a proposal taken', async () => {
    const { status, body } = await system.as('helpdesk-bot').propose(refundBody(order), `chaos-${order}`);
    return status === 202 ? String(body['proposalId']) : undefined;
  });
  await consented(system, { persist, ada: system.as('ada'), proposalId });
  return { proposalId, amountMinor };
}

/** The customer asks in a conversation, answers what is asked, consents on the card, and is told the end. */
export async function customersRefund(system: System, persist: Persist): Promise<Story> {
  const ada = system.newPerson('ada');
  const order = await system.admin.order({ lines });
  const said = async (text: string, fits: (reply: Reply) => boolean): Promise<Reply> => {
    const message = { conversationId: ada.conversationId, messageId: randomUUID(), text };
    await persist('a message taken', async () => {
      const url = `${system.host.urlOf('gateway')}/v1/messages`;
      return (await ada.send('POST', url, message)).status === 202 ? true : undefined;
    });
    return persist('an answer to the customer', async () => (await ada.replies()).find(fits));
  };
  await said(
    `Please check order #${order} and draft a refund for approval.`,
    ({ code }) => code === 'question',
  );
  const shown = await said('Yes, it is still sealed, never opened.', ({ cards }) => cards.length > 0);
  const proposalId = shown.cards[0]?.proposalId ?? '';
  await consented(system, { persist, ada, proposalId });
  await persist('the end of the conversation', async () =>
    (await ada.replies()).find(({ code }) => code === 'completed'),
  );
  return { proposalId, amountMinor, told: ada };
}

async function consented(
  system: System,
  of: { readonly persist: Persist; readonly ada: Person; readonly proposalId: string },
): Promise<void> {
  const { persist, ada, proposalId } = of;
  await persist(`consent to ${proposalId}`, async () => {
    if ((await system.types(proposalId)).includes('ApprovalGranted')) return true;
    const { status, body } = await ada.card(proposalId);
    const { code } = (body['mayDecide'] ?? {}) as { code?: string };
    if (status !== 200 || code === 'not_asked_yet') return undefined;
    const url = `${system.host.urlOf('approval_service')}/v1/proposals/${proposalId}/decisions`;
    const { digest, sight } = body;
    await ada.send('POST', url, { decision: 'approve', digest, sight });
    return undefined;
  });
  await persist(`completion of ${proposalId}`, async () =>
    (await system.types(proposalId)).includes('ProposalCompleted') ? true : undefined,
  );
}
