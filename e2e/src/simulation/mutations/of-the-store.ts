import { intentPrefix, type NewEvent } from '@countersign/contracts';
import type { Append, AppendAnswer, EventStore } from '@countersign/event-store';
import type { Mutation } from './mutation.js';

/** The store with another way in. */
export function withAppend(store: EventStore, append: EventStore['append']): EventStore {
  return Object.assign(Object.create(store) as EventStore, { append });
}

function appendingThrough(
  service: string,
  change: (request: Append, store: EventStore) => Promise<AppendAnswer>,
): NonNullable<Mutation['store']> {
  return (store, of) => (of === service ? withAppend(store, (request) => change(request, store)) : store);
}

type Claims = NonNullable<Append['claims']>;

/**
 * The policy gate, reserving less than it should. The store takes no permission without an intent: where that is the
 * claim that is unwanted, each proposal has one of its own, which keeps nobody from anything.
 */
export const withoutClaims = (unwanted: (claim: Claims[number], all: Claims) => boolean) =>
  appendingThrough('policy_gate', ({ claims = [], ...request }, store) =>
    store.append({
      ...request,
      claims: claims.flatMap((claim) => {
        if (!unwanted(claim, claims)) return [claim];
        return claim.key.startsWith(intentPrefix) ? [{ key: `${intentPrefix}${request.stream}` }] : [];
      }),
    }),
  );

export const noCapacityClaim: Mutation = {
  name: 'no capacity claim',
  shownBy: 13,
  breaks: 'The policy gate permits without reserving a share of the charge.',
  store: withoutClaims(({ key }) => key.includes('#')),
};

export const noIntentClaim: Mutation = {
  name: 'no intent claim',
  shownBy: 3,
  breaks: 'The policy gate permits the same thing twice.',
  store: withoutClaims(({ key }) => key.startsWith(intentPrefix)),
};

export const toldBeforeCompletion: Mutation = {
  name: 'told before completion',
  shownBy: 6,
  breaks: 'The customer is told that it is done when the provider says so, before anybody has looked.',
  store: appendingThrough('coordinator', (request, store) =>
    store.append({ ...request, events: request.events.flatMap(withEarlyReply) }),
  ),
};

function withEarlyReply(event: NewEvent): NewEvent[] {
  if (event.type !== 'ActionObserved' || event.data['status'] !== 'succeeded') return [event];
  const at = String(event.data['at']);
  const data = { replyId: event.id, code: 'completed', text: 'Done.', cards: [], at };
  return [event, { ...event, id: event.id.replace(/^.{8}/, 'eeeeeeee'), type: 'ReplySent', data }];
}
