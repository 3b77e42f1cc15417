import type { Chance } from '@countersign/testing/simulation';
import type { Planned, Unnamed } from './happenings.js';
import type { ProposalAsked } from './people/acts.js';
import type { World } from './world.js';

/** What happens to accounts: what customers want of them, and what others change meanwhile. */
export type OfAccounts =
  | {
      readonly what: 'ask_of_account';
      readonly who: string;
      readonly conversation: string;
      readonly accountId: string;
      /** Both in one message are two proposals. */
      readonly wish: 'refund' | 'closure' | 'both';
    }
  | { readonly what: 'change_account'; readonly accountId: string; readonly to: object };

/** What the accounts system was seeded with: ada's account was charged twice, ben's never. */
const [charged, other] = ['acct_7719', 'acct_7720'] as const;
/** The two charges of one plan: the first stays, the second is the one too many. */
export const chargedTwice = {
  first: 'ch_1841',
  second: 'ch_1842',
  amountMinor: 24_000,
  currency: 'USD',
} as const;

const minute = 60_000;
const hour = 60 * minute;

/** Drawn from a sequence of its own, so that what else a seed decides is the same with accounts and without. */
export function ofAccounts(chance: Chance): readonly Unnamed[] {
  if (!chance.happens(0.25)) return [];
  const events: Unnamed[] = [];
  const plan = (probability: number, event: Unnamed['event'], at: Planned['at']) => {
    if (chance.happens(probability)) events.push({ event, at });
  };
  const soon = (ms: number) => chance.whole(0, ms);
  const ask = (conversation: string): OfAccounts => ({
    ...{ what: 'ask_of_account', who: 'ada', accountId: charged, conversation: `${conversation} ${charged}` },
    wish: chance.pick(['both', 'both', 'refund', 'closure']),
  });
  plan(1, ask('account'), soon(minute));
  plan(0.35, ask('account again'), soon(4 * minute));
  plan(0.2, ask('account'), soon(4 * minute));
  plan(0.2, { ...ask('other'), who: 'ben', accountId: other } as OfAccounts, soon(4 * minute));
  plan(0.3, { what: 'propose', body: proposed('duplicate-charge.refund', chance) }, soon(4 * minute));
  plan(0.15, { what: 'propose', body: proposed('account.close', chance) }, soon(4 * minute));
  plan(0.2, changing(chance), soon(8 * minute));
  // Between the last look at it and the request that closes it.
  plan(0.5, changing(chance), { type: 'ExecutionStarted', nth: chance.pick([1, 1, 2]), ms: soon(25) });
  const { second } = chargedTwice;
  const orderId = second.slice('ch_'.length);
  const amountMinor = chance.pick([500, 24_000]);
  plan(0.15, { what: 'refund_elsewhere', orderId, amountMinor }, soon(6 * minute));
  plan(0.1, { what: 'dispute', orderId }, soon(6 * minute));
  plan(0.15, { what: 'refund_fails', orderId }, later(chance, 8 * hour));
  plan(0.1, { what: 'stop', scope: 'target-accounts', ms: soon(hour) }, soon(5 * minute));
  return events;
}

/** Another version of it, on hold, or closed by others. */
function changing(chance: Chance): OfAccounts {
  const to = chance.pick([
    { plan: 'business plus' },
    { plan: 'business plus' },
    { onHold: true },
    { status: 'closed', closedBy: 'back office' },
  ]);
  return { what: 'change_account', accountId: charged, to };
}

/** An agent names the charge itself, now and then the one that stays. */
function proposed(kind: string, chance: Chance): ProposalAsked {
  const { first, second } = chargedTwice;
  const named = kind === 'account.close' ? {} : { chargeId: chance.happens(0.25) ? first : second };
  return {
    kind,
    customer: 'ada',
    arguments: { accountId: charged, ...named },
    reference: `about ${charged}`,
  };
}

function later(chance: Chance, ms: number): Planned['at'] {
  return { type: 'ProposalCompleted', nth: chance.pick([1, 1, 2]), ms: chance.whole(1_000, ms) };
}

/** What a customer writes about an account of theirs. */
export function accountWish({ wish, accountId }: Extract<OfAccounts, { what: 'ask_of_account' }>): string {
  if (wish === 'closure') return `Please close my account ${accountId}.`;
  const refund = 'I was charged twice. Please refund the duplicate';
  return wish === 'both' ? `${refund} and close my account ${accountId}.` : `${refund} on ${accountId}.`;
}

/** The accounts team changes an account without asking us. */
export function inTheBackOffice({ standIns }: World, event: OfAccounts): void {
  if (event.what === 'change_account') standIns.write('accounts', `/accounts/${event.accountId}`, event.to);
}
