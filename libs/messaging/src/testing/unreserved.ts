import { type NewEvent, type ReservationRule, reservationRules } from '@countersign/contracts';
import type { Append } from '@countersign/event-store';

/** An append, and the keys that its stream holds before it. */
export interface Reserving {
  readonly request: Append;
  readonly held: readonly string[];
}

/** The refusal of an append whose events and claims do not belong together, as `append_unreserved` in the database. */
export function unreserved({ request, held }: Reserving) {
  const { events, claims = [], releases = [] } = request;
  const left = releases.includes('*') ? [] : held.filter((key) => !releases.includes(key));
  const after = { claimed: claims.map(({ key }) => key), left };
  const kept: ReservationRule[] = [];
  for (const event of events) {
    const ruled = reservationRules.filter(({ type }) => type === event.type);
    if (ruled.length === 0) continue;
    const rule = ruled.find(({ verdict }) => verdict === undefined || verdict === event.data['verdict']);
    if (rule === undefined) return refusalOf(event, 'verdict_unknown');
    if (!isKept(rule, after)) return refusalOf(event, rule.rule);
    kept.push(rule);
  }
  const mayTake = kept.some(({ holdsAfter }) => holdsAfter !== 'nothing');
  if (claims.length > 0 && !mayTake) return refusalOf(events[0], 'claims_without_permission');
  const mayGiveBack = kept.some(({ givesBack }) => givesBack);
  if (releases.length > 0 && !mayGiveBack) return refusalOf(events[0], 'releases_without_event');
  return undefined;
}

function isKept(
  { holdsAfter }: ReservationRule,
  { claimed, left }: { readonly claimed: readonly string[]; readonly left: readonly string[] },
): boolean {
  if (holdsAfter === 'nothing') return left.length === 0;
  return [...claimed, ...left].some((key) => key.startsWith(holdsAfter));
}

const refusalOf = (event: NewEvent | undefined, rule: string) =>
  ({ outcome: 'forbidden', type: event?.type ?? '', rule }) as const;
