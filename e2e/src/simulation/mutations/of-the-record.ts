import { deterministicId, type NewEvent } from '@countersign/contracts';
import type { Append, EventStore } from '@countersign/event-store';
import type { Mutation } from './mutation.js';
import { withAppend } from './of-the-store.js';

/** What a service appends, changed; an append without any event left counts as done. */
export function appending(
  of: string,
  change: (event: NewEvent) => readonly NewEvent[],
): NonNullable<Mutation['store']> {
  return (store, service) =>
    service === of ? withAppend(store, (request) => changed(store, request, change)) : store;
}

async function changed(store: EventStore, request: Append, change: (event: NewEvent) => readonly NewEvent[]) {
  const events = request.events.flatMap(change);
  if (events.length > 0) return store.append({ ...request, events });
  return { outcome: 'duplicate', version: request.expectedVersion } as const;
}

const without =
  (...types: readonly string[]) =>
  (event: NewEvent): readonly NewEvent[] =>
    types.includes(event.type) ? [] : [event];

export const stopNotLookedAt: Mutation = {
  name: 'stop not looked at',
  shownBy: 6,
  breaks: 'The executor sends what a person has stopped.',
  store: (store, service) =>
    service === 'executor'
      ? Object.assign(Object.create(store) as EventStore, {
          readStream: async (...given: Parameters<EventStore['readStream']>) =>
            given[1].startsWith('stop-') ? [] : store.readStream(...given),
        })
      : store,
};

export const lateFactsPassedBy: Mutation = {
  name: 'late facts passed by',
  shownBy: 9,
  breaks: 'What the provider says days later is taken, and nobody looks.',
  store: appending('reconciler', without('TargetReported')),
};

export const differencesUnrecorded: Mutation = {
  name: 'differences unrecorded',
  shownBy: 6,
  breaks: 'The ledgers are compared, and what differs is nobody’s item.',
  store: appending('reconciler', without('DifferenceFound')),
};

export const oneIdForAllReleased: Mutation = {
  name: 'one id for all released',
  shownBy: 7,
  breaks:
    'What one release resumes begins with the same id everywhere, so that a case takes two moves for one.',
  store: appending('executor', (event) =>
    event.type === 'ExecutionResumed'
      ? [{ ...event, id: deterministicId('resumed', event.metadata.causationId) }]
      : [event],
  ),
};

export const neverGivenBack: Mutation = {
  name: 'never given back',
  shownBy: 1,
  breaks: 'What an ended proposal held stays held.',
  // The store takes neither the word nor the release without the other.
  store: (store, service) =>
    service === 'policy_gate'
      ? withAppend(store, ({ releases: _, ...request }) =>
          changed(store, request, without('ReservationReleased')),
        )
      : store,
};
