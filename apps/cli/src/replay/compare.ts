import { canonicalJson, eventMessage, type RecordedEvent, readEventMessage } from '@countersign/contracts';
import type { JsonObject } from '@countersign/domain';
import { type Rebuilt, RebuiltStreams } from './rebuilt-streams.js';

/** The two things a comparison asks of the store; it can ask nothing else of it. */
export interface StoreToCompare {
  readStream(tenant: string, stream: string): Promise<readonly RecordedEvent[]>;
  /** Every stream of the topic's category. */
  streams(): Promise<readonly { readonly tenant: string; readonly stream: string }[]>;
}

export interface Difference {
  readonly tenant: string;
  readonly stream: string;
  /** One sentence. */
  readonly what: string;
}

export interface Comparing {
  /** The topic was read to its end: the store may not be further. */
  readonly toTheEnd: boolean;
  /** The topic was read from its beginning: no stream may be missing. */
  readonly fromTheBeginning: boolean;
}

/**
 * Holds what the topic told against the store: count of events, last version, last hash, folded state. A stream read
 * only in part is compared as far as it was read, and not at all where its beginning is missing.
 */
export async function compareWith(
  store: StoreToCompare,
  rebuilt: readonly Rebuilt[],
  { toTheEnd, fromTheBeginning }: Comparing,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const one of rebuilt) {
    if (one.first > 1) continue;
    const recorded = await store.readStream(one.tenant, one.stream);
    for (const what of differencesOf(one, recorded, toTheEnd)) {
      differences.push({ tenant: one.tenant, stream: one.stream, what });
    }
  }
  if (!fromTheBeginning || !toTheEnd) return differences;
  const seen = new Set(rebuilt.map(({ tenant, stream }) => `${tenant}/${stream}`));
  for (const { tenant, stream } of await store.streams()) {
    if (!seen.has(`${tenant}/${stream}`)) {
      differences.push({ tenant, stream, what: 'the store has it and the topic does not' });
    }
  }
  return differences;
}

function differencesOf(one: Rebuilt, recorded: readonly RecordedEvent[], toTheEnd: boolean): string[] {
  const compared = toTheEnd ? recorded : recorded.filter(({ version }) => version <= one.version);
  const last = compared.at(-1);
  if (last === undefined) return ['the topic has it and the store does not'];
  const own = foldedAs(compared);
  const found: string[] = [];
  if (one.events !== compared.length) {
    found.push(`the topic gives ${one.events} events, the store ${compared.length}`);
  }
  if (one.version !== last.version) {
    found.push(`the topic ends at version ${one.version}, the store at ${last.version}`);
  } else if (one.hash !== last.hash) {
    found.push(`version ${last.version} has another hash on the topic than in the store`);
  }
  if (own === undefined || textOf(one) !== textOf(own)) found.push('the folded states differ');
  return found;
}

/** The store's events through the same folds, as they would be published. */
function foldedAs(events: readonly RecordedEvent[]): Rebuilt | undefined {
  const streams = new RebuiltStreams();
  for (const event of events) {
    const { headers, value } = eventMessage(event);
    streams.hear(readEventMessage(headers, Buffer.from(value)), 'the store');
  }
  return streams.results()[0];
}

const textOf = ({ state }: Rebuilt): string => canonicalJson(JSON.parse(JSON.stringify(state)) as JsonObject);
