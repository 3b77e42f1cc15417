import { proposalStream, type RecordedEvent } from '@countersign/contracts';
import { waitFor } from '@countersign/testing';
import { refundBody } from './refund-story.js';
import type { System } from './system.js';

/** What the policy gate said of a proposal: `PolicyDecided`, or `ProposalMarkedDuplicate`. */
export function verdictOf(system: System, proposalId: string): Promise<RecordedEvent> {
  return waitFor(
    `a verdict on ${proposalId}`,
    async () => (await system.events(proposalStream(proposalId)))[1],
    { describe: () => system.describe(proposalId) },
  );
}

/** An agent asks for a part of an order's charge, meant as another one than those it names; answers its id. */
export async function proposePart(
  system: System,
  order: string,
  part: {
    readonly amountMinor: number;
    readonly currency?: string;
    readonly distinctFrom?: readonly string[];
  },
): Promise<string> {
  const { amountMinor, currency = 'EUR', distinctFrom = [] } = part;
  const body = refundBody(order, {
    lines: [],
    amountMinor,
    currency,
    ...(distinctFrom.length === 0 ? {} : { distinctFrom }),
  });
  const answer = await system.as('helpdesk-bot').propose(body);
  if (answer.status !== 202) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return String(answer.body['proposalId']);
}
