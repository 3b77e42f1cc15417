import type { Addresses } from '@countersign/capabilities';
import { readAddresses } from '@countersign/capabilities/reads';
import { type Environment, environment, readTimeoutOf } from '@countersign/messaging';

export interface PolicyGateConfig {
  readonly policies: { readonly folder: string };
  /** Where the capabilities read, by what they declare. */
  readonly outside: Addresses;
  readonly reads: { readonly timeoutMs: number };
  /** How long a record may stay unreadable before the proposal is judged on what is known: nothing. */
  readonly unreadable: { readonly patienceMs: number };
}

/**
 * The transport hears a message again twelve times, in some 26 s, and then sets it aside. Whoever waits longer than
 * that is never judged at all: the customer would hear nothing.
 */
const patienceMaxMs = 12_000;

export function readConfig(env: Environment): PolicyGateConfig {
  const read = environment(env);
  return read.frozen({
    policies: { folder: read.text('POLICIES_FOLDER') },
    outside: readAddresses(read),
    reads: { timeoutMs: readTimeoutOf(read) },
    unreadable: { patienceMs: read.whole('UNREADABLE_PATIENCE_MS', { min: 0, max: patienceMaxMs }, 10_000) },
  });
}
