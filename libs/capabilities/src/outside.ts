import type { Address, Connection } from '@countersign/connectors';
import type { CapabilityEffects, CapabilityReads } from './capability.js';
import type { PolicySearch } from './policy-search.js';

/**
 * A system outside and the key that opens it for one purpose, named by the environment: `ORDERS_URL` and
 * `ORDERS_KEY`, or with a purpose `PAYMENTS_URL` and `PAYMENTS_READ_KEY`.
 */
export interface Need {
  /** `payments`; one name a system, over all capabilities. */
  readonly system: string;
  readonly purpose: 'any' | 'read' | 'write';
  /**
   * Whether drafting needs it as well. Where a model lives no other key is handed over: a reader of such a system
   * gets `not_authorized` there, without a call.
   */
  readonly drafting: boolean;
}

export type Needs = Readonly<Record<string, Need>>;
export type Opened<Of extends Needs> = { readonly [Name in keyof Of]: Connection };

/** What a process offers to the read sides beside connections. */
export interface ReadingIn {
  /** Only a specialist searches; without it the tool answers that nobody can. */
  readonly policySearch?: PolicySearch;
  /**
   * How long after the last send a look that finds nothing is still no proof, in milliseconds; without it no absence
   * is ever believed.
   */
  readonly settleWindowMs?: number;
}

/** The export `reads` of `<name>/reads.ts`. */
export interface ReadSide<Of extends Needs = Needs> {
  readonly needs: Of;
  open(to: Opened<Of>, within: ReadingIn): CapabilityReads;
}

/** The export `effects` of `<name>/effects.ts`. */
export interface EffectSide<Of extends Needs = Needs> {
  readonly needs: Of;
  open(to: Opened<Of>): CapabilityEffects;
}

/** What it reads with, and how; the records' own type ends here. */
export function readSide<const Of extends Needs, Records>(side: {
  readonly needs: Of;
  open(to: Opened<Of>, within: ReadingIn): CapabilityReads<Records>;
}): ReadSide<Of> {
  return { needs: side.needs, open: (to, within) => side.open(to, within) as CapabilityReads };
}

export function effectSide<const Of extends Needs>(side: EffectSide<Of>): EffectSide<Of> {
  return side;
}

/** The part of an environment reader that addresses are read with; it collects every bad key. */
export interface KeyReader {
  url(key: string): string;
  secret(key: string): string;
  optional(key: string): string | undefined;
  refuse(key: string, problem: string): void;
}

/** Addresses by `system` and purpose, as the environment gives them. */
export type Addresses = Readonly<Record<string, Address>>;

function nameOf({ system, purpose }: Need): string {
  return purpose === 'any' ? system : `${system}.${purpose}`;
}

/** The environment keys of a need: where the system is, and what opens it. */
export function keysOf({ system, purpose }: Need): { readonly url: string; readonly key: string } {
  const name = system.toUpperCase().replaceAll('-', '_');
  return {
    url: `${name}_URL`,
    key: purpose === 'any' ? `${name}_KEY` : `${name}_${purpose.toUpperCase()}_KEY`,
  };
}

/** Reads each need once; two capabilities that need the same share it. */
export function addressesOf(read: KeyReader, needs: readonly Need[]): Addresses {
  const byName = new Map(needs.map((need) => [nameOf(need), need]));
  const urls = new Map<string, string>();
  const urlOf = (key: string): string => {
    const known = urls.get(key) ?? read.url(key);
    urls.set(key, known);
    return known;
  };
  return Object.fromEntries(
    [...byName].map(([name, need]) => {
      const keys = keysOf(need);
      return [name, { url: urlOf(keys.url), key: read.secret(keys.key) }];
    }),
  );
}

/** Opens what is needed; what has no address answers `not_authorized`. */
export function opened<Of extends Needs>(
  needs: Of,
  addresses: Addresses,
  to: (address: Address) => Connection,
): Opened<Of> {
  const connections = Object.entries(needs).map(([name, need]) => {
    const address = addresses[nameOf(need)];
    return [name, address === undefined ? closed(to) : to(address)];
  });
  return Object.fromEntries(connections) as Opened<Of>;
}

function closed(to: (address: Address) => Connection): Connection {
  const nowhere = to({ url: 'http://not-opened.invalid', key: 'none-was-given' });
  const error = { type: 'invalid_request_error', code: 'not_authorized', message: 'No key for this here.' };
  return { ...nowhere, fetch: async () => Response.json({ error }, { status: 401 }) };
}
