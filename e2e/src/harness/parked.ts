import type { PostgresEventStore } from '@countersign/event-store';

export interface Parked {
  readonly service: string;
  readonly pattern: string;
  readonly code: string;
  readonly reason: string;
}

/** What any service has set aside because it could not handle it. */
export function parkedOf(raw: PostgresEventStore): Promise<Parked[]> {
  return raw.query<Parked>('parked', 'select service, pattern, code, reason from countersign.parked', []);
}
