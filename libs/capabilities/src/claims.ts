import { type Capacity, type HeldClaim, type Hold, holdsOfOthers } from './judging.js';

/** Reads claims whose key begins like this, released ones too; a question to the event store. */
export type ClaimsUnder = (prefix: string) => Promise<readonly HeldClaim[]>;

/** What the store knows of one capacity. */
export interface Claimed {
  readonly capacity: Capacity;
  readonly claims: readonly HeldClaim[];
}

/** The claims on everything an action takes of, in the order given. */
export async function claimsOn(
  capacities: readonly Capacity[],
  claimsUnder: ClaimsUnder,
): Promise<readonly Claimed[]> {
  return Promise.all(
    capacities.map(async (capacity) => {
      const { key, take } = capacity;
      if (take === 'amount') return { capacity, claims: await claimsUnder(`${key}#`) };
      // A longer key may begin with this one.
      const claims = (await claimsUnder(key)).filter((claim) => claim.key === key);
      return { capacity, claims };
    }),
  );
}

/** What others hold, by capacity; the streams in `over` have ended and their holds are on their way back. */
export function holdsBeside(
  claimed: readonly Claimed[],
  proposalId: string,
  over: readonly string[] = [],
): ReadonlyMap<string, readonly Hold[]> {
  return new Map(
    claimed.map(({ capacity, claims }) => [
      capacity.key,
      holdsOfOthers(
        claims.filter(({ stream }) => !over.includes(stream)),
        proposalId,
      ),
    ]),
  );
}

export interface ClaimToMake {
  readonly key: string;
  readonly amountMinor?: number;
  readonly currency?: string;
}

/**
 * What an action must reserve. An amount is numbered after the claims there are: of two reservations made at the
 * same moment the store takes one (C07).
 */
export function claimsToMake(claimed: readonly Claimed[]): readonly ClaimToMake[] {
  return claimed.map(({ capacity, claims }) =>
    capacity.take === 'once'
      ? { key: capacity.key }
      : { key: `${capacity.key}#${claims.length + 1}`, ...capacity.money },
  );
}
