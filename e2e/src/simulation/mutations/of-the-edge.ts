import type { Append, AppendAnswer } from '@countersign/event-store';
import type { WebRequest } from '@countersign/testing/simulation';
import type { Mutation } from './mutation.js';
import { withAppend } from './of-the-store.js';

const isTo = ({ method, route: asked }: WebRequest, route: string): boolean =>
  method === 'POST' && asked === route;

export const keyPassedBy: Mutation = {
  name: 'key passed by',
  shownBy: 3,
  breaks: 'What an agent sends again under its key is another proposal.',
  request: (request, { nth }) => {
    if (!isTo(request, '/v1/proposals')) return request;
    const key = `${request.headers?.['idempotency-key']} ${nth}`;
    return { ...request, headers: { ...request.headers, 'idempotency-key': key } };
  },
};

export const contentNotCompared: Mutation = {
  name: 'content not compared',
  shownBy: 3,
  breaks: 'Something else under a used key is answered as if it were what stands under it.',
  request: (request) => {
    if (!isTo(request, '/v1/proposals')) return request;
    const { reference: _, ...body } = request.body as Readonly<Record<string, unknown>>;
    return { ...request, body };
  },
};

export const takenBeforeKept: Mutation = {
  name: 'taken before it is kept',
  shownBy: 3,
  breaks: 'The front door says that a proposal is taken when the database has not answered.',
  store: (store, service) =>
    service === 'gateway'
      ? withAppend(store, async (request) => {
          void store.append(request).catch(() => undefined);
          return asIfKept(request);
        })
      : store,
};

function asIfKept({ expectedVersion, events }: Append): AppendAnswer {
  const recordedAt = String(events[0]?.data['draftedAt']);
  return { outcome: 'appended', version: expectedVersion + events.length, recordedAt };
}

export const messageHeardAgain: Mutation = {
  name: 'message heard again',
  shownBy: 3,
  breaks: 'What a customer sends again under its id is another message.',
  request: (request, { nth }) => {
    if (!isTo(request, '/v1/messages')) return request;
    const { messageId, ...body } = request.body as Readonly<Record<string, unknown>>;
    return { ...request, body: { ...body, messageId: `${messageId}-${nth}` } };
  },
};

export const noHeardAsYes: Mutation = {
  name: 'no heard as yes',
  shownBy: 5,
  breaks: 'Whoever says no to a card has said yes to it.',
  request: (request) =>
    isTo(request, '/v1/proposals/:id/decisions')
      ? { ...request, body: { ...(request.body as object), decision: 'approve' } }
      : request,
};
