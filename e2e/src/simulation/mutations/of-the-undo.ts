import type { Mutation } from './mutation.js';
import { appending } from './of-the-record.js';
import { withoutClaims } from './of-the-store.js';

export const noUndoClaim: Mutation = {
  name: 'no claim for an undo',
  shownBy: 27,
  breaks: 'The policy gate reserves nothing for what takes something back.',
  store: withoutClaims((_claim, all) => all.some(({ key }) => key.startsWith('undo:'))),
};

export const undoneByTheSame: Mutation = {
  name: 'undone by who approved it',
  shownBy: 48,
  breaks: 'Whoever approved something approves that it is taken back as well.',
  store: appending('policy_gate', (event) => {
    const { barred: _, ...data } = event.data;
    return [event.type === 'PolicyDecided' ? { ...event, data } : event];
  }),
};
