import { caseStream, type RecordedEvent } from '@countersign/contracts';
import type { Answer } from '@countersign/planning/testing';
import { waitFor } from '@countersign/testing';
import { expect } from '@jest/globals';
import type { Person } from './person.js';
import type { ServedStandIn } from './served-stand-in.js';
import type { System } from './system.js';

export const lamp = { lines: [{ lineId: '1', title: 'lamp', unitPriceMinor: 5_000 }] };
export const of = (events: readonly RecordedEvent[], type: string) =>
  events.filter((event) => event.type === type);

export interface Ended {
  readonly events: readonly RecordedEvent[];
  readonly ada: Person;
}

/** Somebody asks for a refund of this order and is told that a person takes over. */
export async function askedInVain(system: System, order: string): Promise<Ended> {
  const ada = system.newPerson('ada');
  const { caseId } = await ada.say(`Please refund order #${order}, it is unopened.`);
  const events = await waitFor('a person to take over', async () => {
    const seen = await system.events(caseStream(caseId));
    return of(seen, 'CaseEscalated').length > 0 ? seen : undefined;
  });
  await ada.waitForReply('that a person takes over', (reply) => /person/i.test(reply.text));
  return { events, ada };
}

/** Nothing was paid, nothing proposed, and nobody was told that anything was. */
export async function nothingCameOf(system: System, { ada, events }: Ended, order: string): Promise<void> {
  expect((await system.admin.ledger(`ch_${order}`)).effects).toEqual([]);
  expect(of(events, 'ProposalAttached')).toEqual([]);
  for (const { text } of await ada.replies())
    expect(text).not.toMatch(/approved|refunded|has been paid|was paid/i);
}

export const propose = (orderId: string, change: object = {}): Answer => ({
  says: {
    step: {
      ...{ type: 'propose', kind: 'refund.create', target: `order:${orderId}` },
      arguments: { orderId, lines: [{ lineId: '1', quantity: 1 }], reason: 'other' },
      ...{
        amountMinor: 5_000,
        currency: 'EUR',
        evidence: [{ name: 'unopened', subject: `order:${orderId}` }],
      },
      ...change,
    },
    facts: [
      {
        name: 'unopened',
        subject: `order:${orderId}`,
        value: true,
        basis: { kind: 'stated', messageId: 'LAST' },
      },
    ],
  },
});
export const step = (given: object): Answer => ({ says: { step: given, facts: [] } });

/** The id of the last message is the case's own, so it is filled in when the model is asked. */
export function always(model: ServedStandIn, answer: Answer): void {
  model.specialist(({ document }) => {
    const said = (document.conversation as { kind: string; messageId?: string }[]).findLast(
      (entry) => entry.kind === 'customer_message',
    );
    return JSON.parse(JSON.stringify(answer).replaceAll('LAST', said?.messageId ?? '')) as Answer;
  });
}
