import { type CryptoKey, createLocalJWKSet, type JSONWebKeySet, type JWSHeaderParameters } from 'jose';
import type { FetchPort } from '../network/fetch-port.js';

export type KeySource = (header: JWSHeaderParameters) => Promise<CryptoKey>;

/** Keys from configuration: no network. */
export function fixedKeys(keys: JSONWebKeySet): KeySource {
  const local = createLocalJWKSet(keys);
  return (header) => local(header);
}

interface RemoteKeysOptions {
  readonly url: string;
  readonly fetch: FetchPort;
  readonly now: () => number;
}

const FRESH_FOR_MS = 10 * 60_000;
/** While the provider cannot be reached, known keys stay in use this long; after that nobody gets in. */
const USABLE_FOR_MS = 60 * 60_000;
/** Between two fetches, failed ones included: tokens with invented key ids must not become a flood there. */
const COOLDOWN_MS = 30_000;
const TIMEOUT_MS = 5_000;

interface Known {
  readonly local: KeySource;
  readonly fetchedAtMs: number;
}

/**
 * Keys of a JWKS endpoint, cached, fetched again when a key id is unknown (rotation).
 * jose's own remote set reads the system clock and has no cooldown after a failed fetch; here time and
 * network are ports and a provider that is down is asked twice a minute.
 */
export function remoteKeys({ url, fetch, now }: RemoteKeysOptions): KeySource {
  let known: Known | undefined;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  let lastTryFailed = false;
  let running: Promise<void> | undefined;

  async function load(): Promise<void> {
    triedAtMs = now();
    try {
      known = { local: createLocalJWKSet(await fetchKeys(url, fetch)), fetchedAtMs: now() };
      lastTryFailed = false;
    } catch {
      lastTryFailed = true;
    }
  }

  async function refresh(): Promise<void> {
    if (running === undefined && now() - triedAtMs < COOLDOWN_MS) return;
    running ??= load().finally(() => {
      running = undefined;
    });
    await running;
  }

  return async (header) => {
    if (known === undefined || now() - known.fetchedAtMs >= FRESH_FOR_MS) await refresh();
    if (known === undefined || now() - known.fetchedAtMs >= USABLE_FOR_MS) throw unavailable();
    try {
      return await known.local(header);
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ERR_JWKS_NO_MATCHING_KEY') throw error;
      await refresh();
      if (lastTryFailed) throw unavailable();
      return known.local(header);
    }
  };
}

async function fetchKeys(url: string, fetch: FetchPort): Promise<JSONWebKeySet> {
  const response = await fetch(url, {
    headers: { accept: 'application/jwk-set+json, application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw unavailable();
  return (await response.json()) as JSONWebKeySet;
}

function unavailable(): Error {
  return Object.assign(new Error('the signing keys of the identity provider cannot be read'), {
    code: 'keys_unavailable',
  });
}
