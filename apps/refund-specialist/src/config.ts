import { type Addresses, servedBy } from '@countersign/capabilities';
import { draftingAddresses } from '@countersign/capabilities/reads';
import { type Environment, environment, readTimeoutOf } from '@countersign/messaging';
import { type PlannerChoice, readPlanner, readWaits } from '@countersign/planning/settings';

export interface RefundSpecialistConfig {
  /** Names of the capabilities that are investigated here; a case of another goes to a person. */
  readonly capabilities: readonly string[];
  /** Where drafting reads, by what the capabilities declare. Not even a key that reads anything else lives here. */
  readonly outside: Addresses;
  readonly documents: { readonly url: string; readonly key: string };
  readonly reads: { readonly timeoutMs: number };
  /** How long to wait after each failed look-up before the next; when they are used up, a person takes over. */
  readonly lookAgain: { readonly afterMs: readonly number[] };
  /** Rules, or a model and what it takes to ask it. */
  readonly planner: PlannerChoice;
  /** How long to wait after each failure of the planner itself, in a row; then a person takes over. */
  readonly planAgain: { readonly afterMs: readonly number[] };
  /** What a tool may take in time, and give in bytes. */
  readonly tools: { readonly timeoutMs: number; readonly bytesMax: number };
  /** How old the index of policy passages may be before a search compares versions again. */
  readonly policyIndex: { readonly freshForMs: number };
}

export function readConfig(env: Environment): RefundSpecialistConfig {
  const read = environment(env);
  const afterMs = readWaits(read, 'LOOK_AGAIN_AFTER_MS', '1000,3000,10000');
  return read.frozen({
    capabilities: servedBy(read),
    outside: draftingAddresses(read),
    // Published policies are public; a server that asks for a key gets this one.
    documents: { url: read.url('DOCUMENTS_URL'), key: read.text('DOCUMENTS_KEY', 'public') },
    reads: { timeoutMs: readTimeoutOf(read) },
    lookAgain: { afterMs },
    planner: readPlanner(read),
    planAgain: { afterMs: readWaits(read, 'PLAN_AGAIN_AFTER_MS', '2000,10000,30000,60000') },
    tools: {
      timeoutMs: read.whole('TOOL_TIMEOUT_MS', { min: 50, max: 120_000 }, 30_000),
      bytesMax: read.whole('TOOL_BYTES_MAX', { min: 1_000, max: 10_000_000 }, 200_000),
    },
    policyIndex: {
      freshForMs: read.whole('POLICY_INDEX_FRESH_FOR_MS', { min: 0, max: 3_600_000 }, 60_000),
    },
  });
}
