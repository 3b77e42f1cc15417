import { type Service, sensitiveReaders } from '@countersign/contracts';
import {
  PostgresEventStore,
  type Sealing,
  SubjectKeys,
  sealingWith,
  sealingWithoutKeys,
} from '@countersign/event-store';
import { ConfigurationError, environment } from '../configuration/environment.js';
import type { Environment } from '../wiring/wiring.js';

/** 32 bytes in base64. With it people's keys in the database are encrypted; without it nobody's words can be read. */
const keyName = 'SUBJECT_KEYS_WRAPPING_KEY';

export interface OpenSealing {
  readonly sealing: Sealing;
  close(): Promise<void>;
}

export interface SealingNeeds {
  readonly services: readonly { readonly service: Service }[];
  databaseUrlOf(service: Service): string;
  readonly env: Environment;
}

/** The service among these under whose role this process reaches people's keys, if any of them may. */
export function keeperAmong(services: SealingNeeds['services']): Service | undefined {
  return services.find(({ service }) => sensitiveReaders.includes(service))?.service;
}

/**
 * How this process seals what is sensitive. Without a wrapping key, or for services that are not to have one,
 * sensitive values of others are hidden from it.
 * @throws ConfigurationError for a key that does not open what is in this database.
 */
export async function openSealing({ services, databaseUrlOf, env }: SealingNeeds): Promise<OpenSealing> {
  const keeper = keeperAmong(services);
  const wrappingKey = wrappingKeyIn(env);
  if (keeper === undefined || wrappingKey === undefined) {
    return { sealing: sealingWithoutKeys(), close: async () => undefined };
  }
  const url = databaseUrlOf(keeper);
  const store = new PostgresEventStore({ url, applicationName: 'countersign keys', readConnections: 2 });
  // With another key than before, readers would stop at the first sealed event and nothing would be done any more.
  // While the database does not answer there is nothing to hold the key against: then the reader says it later.
  const opens = await new SubjectKeys(store, { wrappingKey }).opensWhatIsKept().catch(() => true);
  if (opens) return { sealing: sealingWith(store, { wrappingKey }), close: () => store.close() };
  await store.close();
  const problem = 'is not the key that people’s keys in this database were made with';
  throw new ConfigurationError([{ key: keyName, problem }]);
}

/** @throws ConfigurationError for a key that is given and is none, or, where it is required, is not there. */
export function wrappingKeyIn(env: Environment, need: 'optional' | 'required' = 'optional') {
  const reader = environment(env);
  const text = reader.optional(keyName);
  if (text === undefined) {
    if (need === 'required') reader.refuse(keyName, 'is missing');
    reader.frozen({});
    return undefined;
  }
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32 || key.toString('base64') !== text)
    reader.refuse(keyName, 'is not 32 bytes in base64');
  reader.frozen({});
  return key;
}
