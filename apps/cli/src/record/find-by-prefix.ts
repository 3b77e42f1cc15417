import { parseStream, type RecordedEvent } from '@countersign/contracts';
import type { PostgresEventStore } from '@countersign/event-store';
import { CommandRefused } from '../terminal/refusal.js';

export interface FoundStream {
  readonly tenant: string;
  readonly stream: string;
  readonly kind: 'proposal' | 'case';
  readonly id: string;
}

const NAMED_AT_MOST = 5;

/** The one proposal or case whose id begins so. @throws CommandRefused when there is none, or more than one. */
export async function findByPrefix(
  store: Pick<PostgresEventStore, 'query'>,
  prefix: string,
): Promise<FoundStream> {
  const found = await streamsUnder(store, prefix);
  const [only, ...others] = found;
  if (only === undefined) {
    throw new CommandRefused(`There is no proposal and no case whose id begins with ${prefix}.`);
  }
  if (others.length === 0) return only;
  const names = found.slice(0, NAMED_AT_MOST).map(({ kind, id }) => `${kind} ${id}`);
  const more = found.length > NAMED_AT_MOST ? ' and more' : '';
  throw new CommandRefused(
    `More than one begins with ${prefix}: ${names.join(', ')}${more}. Give more of the id.`,
  );
}

async function streamsUnder(
  store: Pick<PostgresEventStore, 'query'>,
  prefix: string,
): Promise<FoundStream[]> {
  // Names are compared as bytes, and every id character is below `g`: the range is all that begins so.
  const rows = await store.query<{ tenant: string; stream: string }>(
    'streams-under',
    `select tenant, stream from countersign.events
     where version = 1 and ((stream >= 'proposal-' || $1 and stream < 'proposal-' || $1 || 'g')
       or (stream >= 'case-' || $1 and stream < 'case-' || $1 || 'g'))
     order by stream, tenant limit $2`,
    [prefix, NAMED_AT_MOST + 1],
  );
  return rows.map(({ tenant, stream }) => {
    const { category, id } = parseStream(stream);
    return { tenant, stream, id, kind: category === 'case' ? 'case' : 'proposal' };
  });
}

/** Who wrote an event, without what all roles' names begin with. */
export const authorOf = ({ recordedBy }: Pick<RecordedEvent, 'recordedBy'>): string =>
  recordedBy.replace(/^countersign_/, '');
