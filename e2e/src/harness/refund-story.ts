import type { Person } from './person.js';
import type { NewOrder } from './sandbox-admin.js';
import type { System } from './system.js';

export interface RefundStory {
  readonly ada: Person;
  readonly order: string;
  readonly charge: string;
  readonly proposalId: string;
  readonly digest: string;
  readonly caseId: string;
}

/** A customer asks for a refund of an order of their own, answers that it is unopened, and has the card. */
export async function askForRefund(
  system: System,
  order: NewOrder,
  asking = 'Please check order',
): Promise<RefundStory> {
  const ada = system.newPerson(order.customer ?? 'ada');
  const id = await system.admin.order(order);
  await ada.say(`${asking} #${id} and draft a refund for approval.`);
  await ada.waitForReply('is it unopened?', (reply) => /unopened|sealed|opened/i.test(reply.text));
  const { caseId } = await ada.say('Yes, it is still sealed, never opened.');
  const shown = await ada.waitForReply('the card', (reply) => reply.cards.length > 0);
  const [card] = shown.cards;
  if (card === undefined) throw new Error('No card was shown.');
  return { ada, order: id, charge: `ch_${id}`, caseId, ...card };
}

/**
 * Consented to and approved, yet held back: the executor cannot read the approver's rights, so it puts the call
 * off, before any call, until the directory is mended.
 */
export async function approvedButHeld(system: System): Promise<RefundStory> {
  const story = await askForRefund(system, {
    lines: [{ lineId: '1', title: 'bicycle trailer', unitPriceMinor: 64_000 }],
  });
  await story.ada.decide(story.proposalId, 'approve');
  await system.admin.fault('identity', { route: 'GET /directory/people/:tenant/:sub', kind: 'status_503' });
  await system.as('maya').decide(story.proposalId, 'approve');
  await system.waitForEvent(story.proposalId, 'ExecutionRetryScheduled');
  return story;
}

/** An outside agent proposes a refund for a customer over HTTP; answers the proposal's id. */
export async function proposeRefund(
  system: System,
  order: string,
  change: Record<string, unknown> = {},
): Promise<string> {
  const answer = await system.as('helpdesk-bot').propose(refundBody(order, change));
  if (answer.status !== 202) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return String(answer.body['proposalId']);
}

export function refundBody(order: string, change: Record<string, unknown> = {}): Record<string, unknown> {
  const { lines = [{ lineId: '1', quantity: 1 }], ...rest } = change;
  return {
    kind: 'refund.create',
    customer: 'ada',
    arguments: { orderId: order, lines, reason: 'unopened_return' },
    statements: [{ fact: 'unopened', value: 'yes', source: 'chat' }],
    ...rest,
  };
}
