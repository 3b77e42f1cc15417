import { type CardWords, capabilities } from '@countersign/capabilities';
import { type Action, formatMoney } from '@countersign/domain';
import type { LookAtRecord } from './record-look.js';

/** What a card needs from a capability: its words, and its reading of the record. */
export interface CardLooks {
  wordsOf(action: Action): CardWords;
  readonly look: LookAtRecord;
}

export const cardLooksToken = 'approval-service:card-looks';

/**
 * The capability's own words. An action of a capability this release does not know still has a card, in plain
 * words and without a way to approve it, because its record cannot be read either.
 */
export function wordsOf(action: Action): CardWords {
  const capability = capabilities.byKind(action.kind);
  if (capability !== undefined) return capability.card(action);
  const money = action.money === undefined ? '' : ` of ${formatMoney(action.money)}`;
  return {
    operation: action.kind,
    subject: `${action.target.type} ${action.target.id}`,
    sentence: `${action.kind}${money} on ${action.target.type} ${action.target.id}.`,
    consequences: ['This release does not know this kind of action.'],
    undoable: 'It is not known whether this can be taken back.',
    reversible: false,
  };
}
