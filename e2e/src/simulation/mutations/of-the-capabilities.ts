import type { Ports } from '@countersign/contracts';
import type { Mutation } from './mutation.js';
import { withoutClaims } from './of-the-store.js';

type Body = Readonly<Record<string, unknown>>;

/** What the executor asks of a target, changed on its way there. */
function asking(path: RegExp, change: (body: Body) => Body): NonNullable<Mutation['ports']> {
  return (ports, service): Ports => {
    if (service !== 'executor') return ports;
    const { fetch } = ports.network;
    const changed: typeof fetch = (input, init) =>
      init?.method === 'POST' && path.test(String(input))
        ? fetch(input, { ...init, body: JSON.stringify(change(JSON.parse(String(init.body)) as Body)) })
        : fetch(input, init);
    return { ...ports, network: { fetch: changed } };
  };
}

const hour = 3_600_000;

export const anotherTime: Mutation = {
  name: 'time of another zone',
  shownBy: 10,
  breaks: 'An appointment is moved to the hour that was approved, on the clock of another zone.',
  ports: asking(/\/moves$/, (body) => ({
    ...body,
    startsAt: new Date(Date.parse(String(body['startsAt'])) + hour).toISOString(),
  })),
};

export const otherWords: Mutation = {
  name: 'words nobody approved',
  shownBy: 4,
  breaks: 'A message is finished when it is sent, and not when it is approved.',
  ports: asking(/\/\/crm\/v1\/messages$/, (body) => ({
    ...body,
    body: `${body['body']}\n\nSent with care.`,
  })),
};

export const noOnceOnlyClaim: Mutation = {
  name: 'no once-only claim',
  shownBy: 3,
  breaks: 'The policy gate permits two messages after the same one, and two changes of the same version.',
  store: withoutClaims(({ key }) => key.startsWith('follow-up:') || key.startsWith('appointment:')),
};
