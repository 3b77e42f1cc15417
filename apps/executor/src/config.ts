import type { Addresses } from '@countersign/capabilities';
import { writeAddresses } from '@countersign/capabilities/effects';
import { readAddresses } from '@countersign/capabilities/reads';
import type { PublicSigningKey } from '@countersign/identity';
import { type Environment, environment, readTimeoutOf, settleWindowOf } from '@countersign/messaging';
import type { CircuitLimits } from './targets/circuit.js';
import type { TurnLimits } from './targets/fair-turns.js';

export interface ExecutorConfig {
  readonly policies: { readonly folder: string };
  /** Where the capabilities read, and where they write: the one place where keys that change anything are held. */
  readonly outside: { readonly reads: Addresses; readonly effects: Addresses };
  readonly directory: { readonly url: string; readonly key: string };
  /** Public keys alone: the executor can check a signature and cannot make one. */
  readonly approvals: { readonly publicKeys: readonly PublicSigningKey[] };
  readonly calls: {
    readonly timeoutMs: number;
    readonly readTimeoutMs: number;
    /** From then on after a call, an empty listing says that it had no effect; the reconciler waits as long. */
    readonly settleWindowMs: number;
  };
  readonly retries: RetryLimits;
  readonly circuit: CircuitLimits;
  readonly turns: TurnLimits;
}

/** Every retry has a bound, in number and in time, and jitter. Milliseconds. */
export interface RetryLimits {
  readonly attemptsMax: number;
  readonly elapsedMaxMs: number;
  readonly baseMs: number;
  readonly ceilingMs: number;
}

const hour = 3_600_000;

export function readConfig(env: Environment): ExecutorConfig {
  const read = environment(env);
  const publicKeys = publicKeysOf(read.text('APPROVAL_PUBLIC_KEYS'));
  if (publicKeys.length === 0 || !publicKeys.every(isPublicKey))
    read.refuse(
      'APPROVAL_PUBLIC_KEYS',
      'is not a JSON list of Ed25519 public JWKs, without their private part',
    );
  const retries = {
    attemptsMax: read.whole('RETRY_ATTEMPTS_MAX', { min: 1, max: 100 }, 6),
    elapsedMaxMs: read.whole('RETRY_ELAPSED_MAX_MS', { min: 100, max: 24 * hour }, 10 * 60_000),
    baseMs: read.whole('RETRY_BASE_MS', { min: 1, max: hour }, 1_000),
    ceilingMs: read.whole('RETRY_CEILING_MS', { min: 1, max: hour }, 60_000),
  };
  if (retries.ceilingMs < retries.baseMs) read.refuse('RETRY_CEILING_MS', 'is less than RETRY_BASE_MS');
  const circuit = {
    failuresMax: read.whole('CIRCUIT_FAILURES_MAX', { min: 1, max: 1_000 }, 5),
    openMs: read.whole('CIRCUIT_OPEN_MS', { min: 1, max: hour }, 5_000),
    openCeilingMs: read.whole('CIRCUIT_OPEN_CEILING_MS', { min: 1, max: hour }, 60_000),
  };
  if (circuit.openCeilingMs < circuit.openMs)
    read.refuse('CIRCUIT_OPEN_CEILING_MS', 'is less than CIRCUIT_OPEN_MS');
  const underWayMax = read.whole('TARGET_UNDER_WAY_MAX', { min: 1, max: 1_000 }, 16);
  const turns = {
    underWayMax,
    ofOneTenantMax: read.whole(
      'TARGET_OF_ONE_TENANT_MAX',
      { min: 1, max: 1_000 },
      Math.ceil(underWayMax * 0.75),
    ),
  };
  return read.frozen({
    policies: { folder: read.text('POLICIES_FOLDER') },
    outside: { reads: readAddresses(read), effects: writeAddresses(read) },
    directory: { url: read.url('IDENTITY_URL'), key: read.secret('DIRECTORY_KEY') },
    approvals: { publicKeys },
    calls: {
      timeoutMs: read.whole('CALL_TIMEOUT_MS', { min: 50, max: 120_000 }, 10_000),
      readTimeoutMs: readTimeoutOf(read),
      settleWindowMs: settleWindowOf(read),
    },
    retries,
    circuit,
    turns,
  });
}

function publicKeysOf(text: string): readonly PublicSigningKey[] {
  try {
    const keys: unknown = JSON.parse(text);
    return Array.isArray(keys) ? keys : [];
  } catch {
    return [];
  }
}

/** Whoever pastes the signing key here would hand the executor the right to permit. */
function isPublicKey(key: unknown): boolean {
  const { kty, crv, x, d } = (key ?? {}) as Readonly<Record<string, unknown>>;
  return kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string' && d === undefined;
}
