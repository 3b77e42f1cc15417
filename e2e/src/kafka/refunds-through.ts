import { waitFor } from '@countersign/testing';
import type { Person } from '../harness/person.js';
import { refundBody } from '../harness/refund-story.js';
import { asSuperuser } from '../harness/superuser.js';
import type { System } from '../harness/system.js';

/** One way in: an agent that proposes, and the customer who consents, both through the same replica. */
export interface Door {
  readonly agent: Person;
  readonly customer: Person;
}

/** Proposes so many refunds, a few at a time, through each door in turn, and consents to each; answers their ids. */
export async function refundsThrough(
  doors: readonly Door[],
  { system, count, inFlight }: { readonly system: System; readonly count: number; readonly inFlight: number },
): Promise<readonly string[]> {
  const ids: string[] = [];
  let begun = 0;
  const worker = async () => {
    while (begun < count) {
      const door = doors[begun % doors.length];
      begun += 1;
      if (door !== undefined) ids.push(await refund(system, door));
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return ids;
}

async function refund(system: System, { agent, customer }: Door): Promise<string> {
  const order = await system.admin.order({
    lines: [{ lineId: '1', title: 'headphones', unitPriceMinor: 4_200 }],
  });
  const proposed = await agent.propose(refundBody(order));
  if (proposed.status !== 202) throw new Error(`${proposed.status} ${JSON.stringify(proposed.body)}`);
  const id = String(proposed.body['proposalId']);
  const decided = await customer.decide(id, 'approve');
  if (decided.status !== 200) throw new Error(`${id}: ${decided.status} ${JSON.stringify(decided.body)}`);
  return id;
}

export interface InTheStore {
  readonly streams: number;
  readonly completed: number;
  /** Streams whose versions do not run from 1 to their last without one missing. */
  readonly broken: readonly string[];
}

export function inTheStore(system: System): Promise<InTheStore> {
  return asSuperuser(system, async (admin) => {
    const { rows } = await admin.query<{ stream: string; completed: string; whole: boolean }>(
      `select stream, count(*) filter (where type = 'ProposalCompleted')::text as completed,
         min(version) = 1 and max(version) = count(*) and count(distinct version) = count(*) as whole
       from countersign.events group by tenant, stream`,
    );
    const proposals = rows.filter(({ stream }) => stream.startsWith('proposal-'));
    return {
      streams: proposals.length,
      completed: proposals.reduce((sum, { completed }) => sum + Number(completed), 0),
      broken: rows.filter(({ whole }) => !whole).map(({ stream }) => stream),
    };
  });
}

export async function completed(system: System, count: number, withinMs: number): Promise<void> {
  const reached = async () => ((await inTheStore(system)).completed >= count ? true : undefined);
  await waitFor(`${count} completed proposals`, reached, {
    withinMs,
    describe: async () => JSON.stringify(await inTheStore(system)),
  });
}
