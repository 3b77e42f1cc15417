import { isBefore } from '../identifiers.js';
import type { Action } from './action.js';
import type { LookEvidence, Receipt } from './events.js';
import type { Draft } from './state.js';

/** Nothing found proves something only where all was read, and late enough: age by itself is no reason. */
export function provesAbsence({ complete, found, absence, readAt }: LookEvidence): boolean {
  return complete && found.length === 0 && absence !== undefined && !isBefore(readAt, absence.settledAt);
}

/**
 * The same of everything that was sent of a proposal: also no earlier than whoever sent it said that nothing of it can
 * still arrive. The window of whoever looked may be shorter than the time that the request had.
 */
export function provesAbsenceOf({ settlesAt }: Pick<Draft, 'settlesAt'>, evidence: LookEvidence): boolean {
  const { absence } = evidence;
  if (!provesAbsence(evidence) || absence === undefined) return false;
  return settlesAt === undefined || !isBefore(absence.settledAt, settlesAt);
}

export function isOfAmount(found: Receipt, money: Action['money']): boolean {
  return (
    money === undefined || (found.amountMinor === money.amountMinor && found.currency === money.currency)
  );
}

export const differs = (found: Receipt | undefined, money: Action['money']): boolean =>
  found !== undefined && !isOfAmount(found, money);

/**
 * The one effect there is, of the approved amount, was accepted once and has failed since. That it is the only one is
 * known of a whole listing alone: a second one, further down, may stand.
 */
export function isUndone(evidence: LookEvidence | undefined, money: Action['money']): boolean {
  const [found, ...others] = evidence?.found ?? [];
  const isWhole = evidence?.complete === true && others.length === 0;
  return found?.settled === 'failed' && isWhole && isOfAmount(found, money);
}
