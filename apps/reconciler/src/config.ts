import { type Addresses, servedBy } from '@countersign/capabilities';
import { readAddresses } from '@countersign/capabilities/reads';
import { reportSides } from '@countersign/capabilities/reports';
import {
  type Environment,
  type EnvironmentReader,
  environment,
  readTimeoutOf,
  settleWindowOf,
  type TrustedIdentity,
  trustedIdentityOf,
} from '@countersign/messaging';
import type { ComparisonLimits } from './comparison/windows.js';
import type { LookLimits } from './look/schedule.js';
import type { WebhookSecrets } from './reports/reports.js';

export interface ReconcilerConfig {
  readonly http: { readonly port: number };
  readonly identity: TrustedIdentity;
  /** Those that this deployment works on. */
  readonly capabilities: readonly string[];
  /** Where the capabilities read. The keys read and nothing else; this service could change nothing if it wanted to. */
  readonly outside: Addresses;
  /** Of the role `countersign_reader`; without it parked messages can be read but not tried again from here. */
  readonly parked: { readonly readerUrl: string | undefined };
  readonly readTimeoutMs: number;
  /** Off where a target cannot be asked: then nothing is ever proven absent, and a person settles what is unknown. */
  readonly lookUps: 'on' | 'off';
  readonly looks: LookLimits;
  readonly comparison: ComparisonLimits;
  /** How long the answer to a stop waits for calls that had begun before it. Milliseconds. */
  readonly stops: { readonly waitMaxMs: number };
  /** By system and tenant; what has none is told of nothing by itself. */
  readonly webhooks: { readonly secrets: WebhookSecrets };
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export function readConfig(env: Environment): ReconcilerConfig {
  const read = environment(env);
  return read.frozen({
    http: { port: read.port('RECONCILER_PORT', 4802) },
    identity: trustedIdentityOf(read),
    capabilities: servedBy(read),
    outside: readAddresses(read),
    parked: { readerUrl: read.optionalUrl('READER_DATABASE_URL') },
    readTimeoutMs: readTimeoutOf(read),
    lookUps: read.oneOf('LOOK_UPS', ['on', 'off'], 'on'),
    looks: {
      firstMs: read.whole('LOOK_FIRST_MS', { min: 1, max: hour }, 1_000),
      delaysMs: risingList(read, 'LOOK_DELAYS_MS', '1000,2000,5000,15000,60000,300000'),
      settleWindowMs: settleWindowOf(read),
      looksMax: read.whole('LOOK_MAX', { min: 1, max: 1_000 }, 8),
      outageMaxMs: read.whole('LOOK_OUTAGE_MAX_MS', { min: 1, max: 7 * day }, hour),
      sendsMax: read.whole('SENDS_MAX', { min: 1, max: 100 }, 6),
      keyLifeMs: read.whole('PROVIDER_KEY_LIFE_MS', { min: minute, max: 365 * day }, 23 * hour),
      late: {
        delaysMs: risingList(read, 'LATE_LOOK_DELAYS_MS', `${hour},${6 * hour},${day}`),
        maxMs: read.whole('LATE_LOOK_MAX_MS', { min: 1, max: 365 * day }, 30 * day),
      },
    },
    stops: { waitMaxMs: read.whole('STOP_WAIT_MAX_MS', { min: 0, max: 15_000 }, 3_000) },
    comparison: comparisonOf(read),
    webhooks: { secrets: secretsOf(read, env) },
  });
}

const secretLengthMin = 16;

/** `PAYMENTS_WEBHOOK_SECRETS={"fjordlight":"whsec_…"}`, or a list for a tenant while one secret replaces another. */
function secretsOf(read: EnvironmentReader, env: Environment): WebhookSecrets {
  return Object.fromEntries(
    reportSides.flatMap(({ system }) => {
      const name = `${system.toUpperCase()}_WEBHOOK_SECRETS`;
      const given = env[name]?.trim() ?? '';
      if (given === '') return [];
      const byTenant = secretsIn(given);
      if (byTenant === undefined) read.refuse(name, 'is not a JSON object of tenants and their secrets');
      return byTenant === undefined ? [] : [[system, byTenant] as const];
    }),
  );
}

function secretsIn(text: string): Readonly<Record<string, readonly string[]>> | undefined {
  try {
    const given: unknown = JSON.parse(text);
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
    const entries = Object.entries(given).map(([tenant, secrets]) => [tenant, [secrets].flat()] as const);
    const isGood = (secret: unknown) => typeof secret === 'string' && secret.length >= secretLengthMin;
    return entries.every(([, secrets]) => secrets.length > 0 && secrets.every(isGood))
      ? Object.fromEntries(entries)
      : undefined;
  } catch {
    return undefined;
  }
}

function comparisonOf(read: EnvironmentReader): ComparisonLimits {
  const bandMs = read.whole('COMPARE_BAND_MS', { min: 1_000, max: 6 * hour }, 2 * minute);
  const settleMs = read.whole('COMPARE_SETTLE_MS', { min: 1_000, max: day }, 5 * minute);
  if (settleMs < bandMs) {
    read.refuse(
      'COMPARE_SETTLE_MS',
      'is below COMPARE_BAND_MS: what may still meet its call is no difference',
    );
  }
  return {
    bandMs,
    settleMs,
    everyMs: read.whole('COMPARE_EVERY_MS', { min: 100, max: day }, 15 * minute),
    againAfterMs: risingList(read, 'COMPARE_AGAIN_AFTER_MS', `${day},${3 * day},${10 * day},${30 * day}`),
    windowMaxMs: read.whole('COMPARE_WINDOW_MAX_MS', { min: 1_000, max: 31 * day }, 6 * hour),
    differencesMax: read.whole('COMPARE_DIFFERENCES_MAX', { min: 1, max: 10_000 }, 500),
    failuresMax: read.whole('COMPARE_FAILURES_MAX', { min: 1, max: 1_000 }, 3),
  };
}

/** Milliseconds between looks, comma separated, not falling; the last one is the pace from then on. */
function risingList(read: EnvironmentReader, name: string, otherwise: string): readonly number[] {
  const text = read.optional(name) ?? otherwise;
  const delays = text.split(',').map((part) => (/^\s*\d{1,10}\s*$/.test(part) ? Number(part) : Number.NaN));
  const falls = delays.some((delay, at) => delay < (delays[at - 1] ?? 0));
  if (falls || delays.some((delay) => !(delay >= 1))) {
    read.refuse(name, 'is not a rising list of milliseconds, such as 1000,2000,5000');
  }
  return delays;
}
