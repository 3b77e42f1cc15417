import type { Instant, SubjectId } from '../identifiers.js';
import type { Person } from '../proposal/requirements.js';

type Fact<Type extends string, Data> = { readonly type: Type; readonly data: Readonly<Data> };

/** The stream of a stop is named by its scope. Who may stop and release is the HTTP edge's and the database's affair. */
export type StopEvent =
  | Fact<'Stopped', { scope: string; by: Person; reason: string; at: Instant }>
  | Fact<
      'Released',
      { scope: string; by: Person; reason: string; stoppedBy: SubjectId; stoppedAt: Instant; at: Instant }
    >;

export type StopEventType = StopEvent['type'];
export type StopEventData<Type extends StopEventType> = Extract<StopEvent, { type: Type }>['data'];
