import { capabilities } from '@countersign/capabilities';
import { draftingKeys, readableWith, readKeys } from '@countersign/capabilities/reads';
import { standInEnvironment } from '@countersign/capabilities/stand-ins';
import { type Service, sensitiveReaders } from '@countersign/contracts';
import type { PublicSigningKey } from '@countersign/identity';

/** Addresses by system. */
export interface Outside {
  readonly identity: string;
  readonly orders: string;
  readonly documents: string;
  readonly payments: string;
}

/** What the services are pointed at, and what they are trusted with. */
export interface World {
  readonly outside: Outside;
  /** Addresses of the stand-ins that capabilities bring, by name. */
  readonly standIns?: Readonly<Record<string, string>>;
  readonly keys: {
    readonly orders: string;
    readonly paymentsRead: string;
    readonly paymentsWrite: string;
    readonly directory: string;
    /** What payments signs with when it says something by itself, by tenant. Without it, it is told of nothing. */
    readonly paymentsWebhooks?: Readonly<Record<string, string>>;
  };
  /** PKCS#8 PEM; the approval-service alone gets it. */
  readonly approvalPrivateKey: string;
  readonly approvalPublicKey: PublicSigningKey;
  /** 32 bytes in base64; for the services that read people's words. Every instance has one; a world in memory does without, and seals nothing. */
  readonly subjectKeysWrappingKey?: string;
  readonly policiesFolder: string;
  readonly ports: { readonly gateway: number; readonly approvalService: number; readonly reconciler: number };
  /** Which planner, and what it takes to ask a model; for the two services that plan. */
  readonly planner?: Readonly<Record<string, string>>;
  /** Overrides of single settings, the same for every service that knows them. */
  readonly settings?: Readonly<Record<string, string>>;
}

type Keys = Readonly<Record<string, string>>;

/**
 * The environment of one service: its own settings and no key that is not its own. Only the executor is given
 * a key that moves money, only the approval-service the one that signs.
 */
export function environmentOf(service: Service, world: World): Keys {
  return {
    ...servedIn(world),
    ...ownKeys(service, world),
    ...wrappingKey(service, world),
    ...plannerOf(service, world),
    ...world.settings,
  };
}

/** All of them at once, for the services that live in one process. Each still reads only its own. */
export function environmentOfAll(services: readonly Service[], world: World): Keys {
  return Object.assign({}, ...services.map((service) => environmentOf(service, world)));
}

function wrappingKey(service: Service, { subjectKeysWrappingKey: key }: World): Keys {
  return key === undefined || !sensitiveReaders.includes(service) ? {} : { SUBJECT_KEYS_WRAPPING_KEY: key };
}

/** A world without the systems of a capability works without it, and says so; with all of them there is nothing to say. */
function servedIn(world: World): Keys {
  const served = readableWith(Object.keys(outsideOf(world)));
  return served.length === capabilities.all.length ? {} : { CAPABILITIES: served.join(',') };
}

const planning: readonly Service[] = ['coordinator', 'refund_specialist'];

function plannerOf(service: Service, { planner }: World): Keys {
  return planning.includes(service) ? (planner ?? {}) : {};
}

function ownKeys(service: Service, world: World): Keys {
  const { outside, keys, ports } = world;
  const tokens = {
    IDENTITY_URL: outside.identity,
    IDENTITY_ISSUER: outside.identity,
    IDENTITY_AUDIENCE: 'countersign',
    IDENTITY_JWKS_URL: `${outside.identity}/jwks`,
  };
  const everywhere = outsideOf(world);
  const records = picked(everywhere, readKeys());
  const policies = { POLICIES_FOLDER: world.policiesFolder };
  switch (service) {
    case 'gateway':
      return { ...tokens, ...records, GATEWAY_PORT: String(ports.gateway) };
    case 'coordinator':
      return tokens;
    case 'refund_specialist':
      return { ...picked(everywhere, draftingKeys()), DOCUMENTS_URL: outside.documents };
    case 'policy_gate':
      return { ...records, ...policies };
    case 'approval_service':
      return {
        ...tokens,
        ...records,
        APPROVAL_SIGNING_KEY: world.approvalPrivateKey,
        APPROVAL_SERVICE_PORT: String(ports.approvalService),
      };
    case 'executor':
      return {
        ...everywhere,
        ...policies,
        IDENTITY_URL: outside.identity,
        DIRECTORY_KEY: keys.directory,
        APPROVAL_PUBLIC_KEYS: JSON.stringify([world.approvalPublicKey]),
      };
    case 'reconciler':
      return {
        ...tokens,
        ...records,
        RECONCILER_PORT: String(ports.reconciler),
        ...(keys.paymentsWebhooks === undefined
          ? {}
          : { PAYMENTS_WEBHOOK_SECRETS: JSON.stringify(keys.paymentsWebhooks) }),
      };
  }
}

/** Every address and key of the systems that capabilities read and write. The executor alone gets all of them. */
function outsideOf({ outside, standIns = {}, keys }: World): Keys {
  return {
    ...standInEnvironment(standIns),
    ORDERS_URL: outside.orders,
    ORDERS_KEY: keys.orders,
    PAYMENTS_URL: outside.payments,
    PAYMENTS_READ_KEY: keys.paymentsRead,
    PAYMENTS_WRITE_KEY: keys.paymentsWrite,
  };
}

function picked(keys: Keys, names: readonly string[]): Keys {
  return Object.fromEntries(Object.entries(keys).filter(([name]) => names.includes(name)));
}
