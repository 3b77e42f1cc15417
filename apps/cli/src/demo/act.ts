import type { RecordedEvent } from '@countersign/contracts';
import type { CaseEventData } from '@countersign/domain';
import type { PostgresEventStore } from '@countersign/event-store';
import { isAlive } from '@countersign/event-store/embedded';
import type { RunningInstance } from '../instance/running-file.js';
import type { Printer } from '../terminal/printer.js';
import { wrapped } from '../terminal/printer.js';
import { visible } from '../terminal/visible.js';
import { named, shortIds } from '../words/phrases.js';
import { type Card, Customer } from './customer.js';
import { EventTeller } from './event-teller.js';
import { EventWatch } from './event-watch.js';
import type { DemoOrder, OutsideWorld } from './outside-world.js';
import { type Records, recordsOf } from './three-records.js';

export interface Stage {
  readonly running: RunningInstance;
  readonly world: OutsideWorld;
  readonly store: PostgresEventStore;
  readonly printer: Printer;
  /** Told of each proposal once its card waits, so that a demo that breaks off can say where to look. */
  onProposal(proposalId: string): void;
}

/** One refund from the first message to the last word, on an order of its own. */
export async function playRefund(stage: Stage, how: { readonly answerLost: boolean }): Promise<Records> {
  const { running, world, store, printer } = stage;
  const order = await world.order();
  const teller = new EventTeller(printer);
  const watch = await EventWatch.open({
    store,
    isRunning: () => isAlive(running.pid),
    onEvent: (event) => teller.tell(event),
  });
  const ada = new Customer(running.services, await world.tokenOf('ada'));
  try {
    if (how.answerLost) teller.briefly();
    const proposalId = await untilCard({ ada, watch, order, printer });
    stage.onProposal(proposalId);
    const card = await ada.opensCard(proposalId);
    teller.fully();
    if (how.answerLost) {
      await world.loseNextAnswer();
      note(printer, 'The sandbox is told: make the next refund, and lose the answer to it.');
    } else {
      showCard(card, printer);
    }
    note(printer, 'Ada presses the button on that card. What she signs is its digest.');
    await ada.consents(proposalId, card);
    await watch.until('the end of the case', ({ type }) => type === 'CaseCompleted');
    return await recordsOf({ store, world, order, proposalId, ada });
  } catch (error) {
    // Played to its end, the fault is used up; otherwise it must not hit the next refund there is.
    if (how.answerLost) await world.forgetFaults().catch(() => undefined);
    throw error;
  } finally {
    ada.leaves();
  }
}

/** The conversation up to the point where a card waits for Ada; answers which. */
async function untilCard(given: {
  ada: Customer;
  watch: EventWatch;
  order: DemoOrder;
  printer: Printer;
}): Promise<string> {
  const { ada, watch, order, printer } = given;
  note(printer, `Ada, signed in, writes to the gateway about order ${order.orderId}.`);
  watch.follow(await ada.writes(`Please check order ${order.orderId} and draft a refund for approval.`));
  await watch.until('a question to the customer', ({ type }) => type === 'QuestionAsked');
  note(printer, 'Ada answers.');
  await ada.writes('Yes, both are still unopened.');
  const reply = await watch.until('a card for the customer', (event) => cardIn(event) !== undefined);
  return cardIn(reply) ?? '';
}

/** The proposal whose card a reply brings along. */
function cardIn({ type, data }: RecordedEvent): string | undefined {
  if (type !== 'ReplySent') return undefined;
  return (data as unknown as CaseEventData<'ReplySent'>).cards[0]?.proposalId;
}

function showCard(card: Card, { line, paint }: Printer): void {
  const { words, amount, evidence, digest } = card;
  const holding = amount === null ? {} : { currency: amount.currency };
  const rows = [
    paint.bold(visible(words.sentence)),
    ...words.consequences.map(visible),
    visible(words.undoable),
    ...evidence.map(({ mark, fact, value, source, section }) => {
      const place = `${shortIds(source)}${section === undefined ? '' : `, section ${section}`}`;
      return `${mark} ${visible(named(fact, value, holding))} (${visible(place)})`;
    }),
    paint.dim('● on record or in the policy   ○ only said'),
    paint.dim(`digest ${digest}`),
  ];
  line();
  line('    ┌─ the card, as Ada sees it');
  for (const row of rows) for (const part of wrapped(row, 96, '  ')) line(`    │ ${part}`);
  line('    └─');
}

function note({ line, paint }: Printer, text: string): void {
  line();
  line(paint.accent(`  ▸ ${text}`));
}
