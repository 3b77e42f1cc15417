import { proposalStream } from '@countersign/contracts';
import {
  evolveProposal,
  formatMoney,
  noProposal,
  type Proposal,
  type ProposalEvent,
  stateWord,
} from '@countersign/domain';
import type { PostgresEventStore } from '@countersign/event-store';
import type { Printer } from '../terminal/printer.js';
import type { Customer } from './customer.js';
import type { DemoOrder, LedgerCall, LedgerRefund, OutsideWorld } from './outside-world.js';
import { within } from './within.js';

/** The same refund as three parties have it, none of whom sees the others' record. */
export interface Records {
  readonly order: DemoOrder;
  readonly proposalId: string;
  readonly ours: { readonly word: string; readonly amount: string; readonly reference: string };
  readonly payments: { readonly refunds: readonly LedgerRefund[]; readonly calls: readonly LedgerCall[] };
  readonly told: string;
}

const TENANT = 'fjordlight';

export async function recordsOf(of: {
  store: PostgresEventStore;
  world: OutsideWorld;
  order: DemoOrder;
  proposalId: string;
  ada: Customer;
}): Promise<Records> {
  const { store, world, order, proposalId, ada } = of;
  const events = await store.readStream(TENANT, proposalStream(proposalId));
  const state = events.reduce<Proposal>(
    (before, event) => evolveProposal(before, event as unknown as ProposalEvent),
    noProposal,
  );
  // The reply is committed; its way to the customer's screen takes a moment more.
  const told = () => ada.replies.find(({ code }) => code === 'completed')?.text;
  return {
    order,
    proposalId,
    ours: ourSide(state),
    payments: await world.ledgerOf(order),
    told: (await within(10_000, told)) ?? '',
  };
}

function ourSide(state: Proposal): Records['ours'] {
  if (state.status === 'absent') return { word: 'nothing', amount: '', reference: '' };
  const { money } = state.draft.action;
  return {
    word: stateWord(state),
    amount: money === undefined ? '' : formatMoney(money),
    reference: state.status === 'completed' ? state.completed.receipt.reference : '',
  };
}

/** All three say one refund, of the same amount, with the same reference. */
export function agree({ ours, payments, told }: Records): boolean {
  const [only, ...others] = payments.refunds;
  return (
    only !== undefined &&
    others.length === 0 &&
    ours.reference === only.effect &&
    ours.amount === amountOf(only) &&
    told.includes(only.effect) &&
    told.includes(ours.amount)
  );
}

export function printRecords(records: Records, { line, paint }: Printer): void {
  const { ours, payments, told } = records;
  const made = payments.refunds.map((refund) => `${refund.effect}, ${amountOf(refund)}`).join(' and ');
  const lost = payments.calls.filter(({ answered }) => !answered).length;
  const calls = `${payments.calls.length} call to make it${lost === 0 ? '' : `, whose answer was lost`}`;
  const row = (who: string, what: string) => line(`    ${who.padEnd(22)}${what}`);
  line();
  line(paint.bold('  Three records of it, kept apart:'));
  row('our stream', `${ours.word}: ${ours.reference || 'no reference'}, ${ours.amount}`);
  row("payments' ledger", `${payments.refunds.length} refund: ${made || 'none'}; ${calls}`);
  row('Ada was told', `‘${told}’`);
  line(agree(records) ? paint.good('    They agree.') : paint.bad('    THEY DO NOT AGREE.'));
}

const amountOf = ({ amountMinor, currency }: LedgerRefund): string =>
  formatMoney({ amountMinor, currency: currency.toUpperCase() });
