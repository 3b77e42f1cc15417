import type { ComparedWindow, DifferenceKind, Instant, ProposalId } from '@countersign/domain';
import type { ReadModels } from '@countersign/event-store';
import { bug, type Cause, type DifferenceStreams } from '@countersign/messaging';
import type { Compared } from './compare-ledgers.js';
import { differenceId, factOf } from './difference-id.js';
import { type DifferenceRow, differencesModel } from './difference-row.js';

export interface RecordPorts {
  readonly differences: DifferenceStreams;
  readonly models: Pick<ReadModels, 'list'>;
  /** Of a proposal of ours: it is looked at, and reopened by what that look reads back. */
  readonly suspected: (cause: Cause, of: { tenant: string; id: ProposalId }) => Promise<void>;
}

export interface ToRecord {
  readonly cause: Cause;
  readonly asked: { readonly tenant: string; readonly system: string; readonly window: ComparedWindow };
  readonly compared: Extract<Compared, { outcome: 'compared' }>;
  readonly at: Instant;
}

/** Where our record says completed, and the target's says something else. */
const ofCompleted: readonly DifferenceKind[] = [
  'effect_missing',
  'effect_failed',
  'two_effects',
  'amount_differs',
  'currency_differs',
];

/**
 * Each difference once, under an id made of what differs; and each open one of this window that was not found any
 * more is settled. Broken off anywhere, the whole window is compared again, and nothing is there twice.
 */
export async function recordDifferences(with_: RecordPorts, record: ToRecord): Promise<void> {
  const { cause, compared, at } = record;
  const { tenant, system } = record.asked;
  const found = new Set<string>();
  for (const difference of compared.differences) {
    const { source, readAt } = compared;
    const id = differenceId({ tenant, system }, difference);
    const fact = factOf(difference, { tenant, system, source, readAt, at });
    found.add(id);
    accepted(
      await with_.differences.answer(cause, { tenant, id, rule: 'find-difference' }, () => ({
        commands: [{ type: 'find', fact }],
      })),
    );
    if (fact.proposalId !== 'none' && ofCompleted.includes(fact.kind)) {
      await with_.suspected(cause, { tenant, id: fact.proposalId });
    }
  }
  // With more differences than were kept, one that was not found may be among the rest.
  if (compared.counts.notRecorded === 0) await settleOthers(with_, record, found);
}

async function settleOthers(with_: RecordPorts, record: ToRecord, found: ReadonlySet<string>): Promise<void> {
  const { cause, asked, at } = record;
  const { tenant, window } = asked;
  const reason = `The ledgers of ${window.from} to ${window.to} were read whole at ${at} and agree on it.`;
  for (const { differenceId: id, proposalId } of await openIn(with_, asked)) {
    // While a person has the proposal, or it is being found out, its difference has not gone away.
    if (found.has(id) || record.compared.unsettled.has(proposalId)) continue;
    accepted(
      await with_.differences.answer(cause, { tenant, id, rule: 'find-agreement' }, (state) =>
        state.status === 'absent' ? 'nothing' : { commands: [{ type: 'find_agreed', reason, at }] },
      ),
    );
  }
}

async function openIn(
  with_: RecordPorts,
  { tenant, system, window }: ToRecord['asked'],
): Promise<readonly DifferenceRow[]> {
  const open: DifferenceRow[] = [];
  let after: string | undefined;
  do {
    const page = await with_.models.list<DifferenceRow>({
      ...{ name: differencesModel, tenant, where: { system }, limit: 200 },
      ...{ from: window.from, before: window.to },
      ...(after === undefined ? {} : { after }),
    });
    open.push(...page.entries.map(({ document }) => document));
    after = page.next;
  } while (after !== undefined);
  return open;
}

/** What a comparison concludes follows the domain's rules; if not, stopping beats looking away. */
function accepted(answer: { readonly outcome: string }): void {
  if (answer.outcome === 'refused') throw bug('difference_refused', JSON.stringify(answer));
}
