import type { ComparedWindow, DifferenceKind, Instant, ProposalId } from '@countersign/domain';
import type { ReadModels } from '@countersign/event-store';
import { bug, type Cause, type DifferenceStreams } from '@countersign/messaging';
import type { Compared } from './compare-ledgers.js';
import { factOf } from './difference-id.js';
import { type DifferenceRow, differencesModel } from './difference-row.js';
import type { FoundDifference } from './findings.js';

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

type Found = ToRecord['compared'];

/** Where our record says completed, or ended without an effect, and the target's says something else. */
const ofOurs: readonly DifferenceKind[] = [
  'effect_missing',
  'effect_failed',
  'two_effects',
  'amount_differs',
  'currency_differs',
  'effect_not_claimed',
];

/**
 * Each new difference once, under an id made of what differs; and each open one of this window that was not found any
 * more is settled. Broken off anywhere, the whole window is compared again, and nothing is there twice.
 */
export async function recordDifferences(with_: RecordPorts, record: ToRecord): Promise<void> {
  const { cause, compared, at } = record;
  const { tenant, system } = record.asked;
  const { source, readAt } = compared;
  for (const difference of compared.fresh) {
    const fact = factOf(difference, { tenant, system, source, readAt, at });
    const to = { tenant, id: difference.differenceId, rule: 'find-difference' };
    accepted(await with_.differences.answer(cause, to, () => ({ commands: [{ type: 'find', fact }] })));
  }
  for (const { kind, unit } of [...compared.fresh, ...compared.open]) {
    const id = unit.claim?.proposalId;
    if (id !== undefined && ofOurs.includes(kind)) await with_.suspected(cause, { tenant, id });
  }
  await settleOthers(with_, record);
}

async function settleOthers(with_: RecordPorts, record: ToRecord): Promise<void> {
  const { cause, asked, at, compared } = record;
  const { tenant, window } = asked;
  const agreed = `The ledgers of ${window.from} to ${window.to} were read whole at ${at} and agree on it.`;
  for (const row of await openIn(with_, asked)) {
    const { differenceId: id, kind } = row;
    const isReport = kind === 'report_unplaced';
    const same = isReport ? sameEffect(row, compared) : undefined;
    // No ledger says that something was not said: such an item ends as another one of the same effect, or by people.
    const stays = isReport ? same === undefined : compared.found.has(id) || isUndecided(row, compared);
    if (stays) continue;
    const reason = same === undefined ? agreed : `Its effect is an item of its own: difference ${same}.`;
    accepted(
      await with_.differences.answer(cause, { tenant, id, rule: 'find-agreement' }, (state) =>
        state.status === 'absent' ? 'nothing' : { commands: [{ type: 'find_agreed', reason, at }] },
      ),
    );
  }
}

/** The difference that is about the very effect that was spoken of. */
function sameEffect({ references }: DifferenceRow, { fresh, open }: Found): string | undefined {
  const about = ({ unit }: FoundDifference) =>
    unit.effects.some(({ reference }) => references.includes(reference));
  return [...fresh, ...open].find(about)?.differenceId;
}

/**
 * Not found, and not gone either: a person has its proposal, or it is being found out; or its effect may be the very
 * record that could not be read.
 */
function isUndecided({ proposalId, references }: DifferenceRow, { unsettled, unreadable }: Found): boolean {
  const spoilt = unreadable.map(({ reference }) => reference);
  return (
    unsettled.has(proposalId) ||
    spoilt.includes('none') ||
    references.some((reference) => spoilt.includes(reference))
  );
}

async function openIn(
  with_: RecordPorts,
  { tenant, system, window }: ToRecord['asked'],
): Promise<readonly DifferenceRow[]> {
  const open: DifferenceRow[] = [];
  let after: string | undefined;
  do {
    const page = await with_.models.list<DifferenceRow>({
      ...{ name: differencesModel, tenant, where: { system, standing: 'open' }, limit: 200 },
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
