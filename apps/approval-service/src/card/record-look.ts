import type { CapabilityReads } from '@countersign/capabilities';
import type { Drafted, Instant } from '@countersign/domain';

/** What reading the record again showed. No answer is never "nothing changed". */
export type RecordLook =
  | { readonly outcome: 'as_proposed'; readonly readAt: Instant }
  | { readonly outcome: 'changed'; readonly differences: readonly string[]; readonly readAt: Instant }
  | { readonly outcome: 'no_answer'; readonly code: string };

/** Reads the record of a proposal again, with read connectors only. Never throws. */
export type LookAtRecord = (draft: Drafted['draft']) => Promise<RecordLook>;

/** The read side of each capability, by the capability's name. */
export interface Records {
  byName(capability: string): Pick<CapabilityReads, 'situation' | 'differences'> | undefined;
}

export interface LookPorts {
  readonly now: () => Instant;
  readonly onBroken: (cause: unknown) => void;
}

/**
 * A capability's own reading and comparing, with every way of not knowing made one: no read side for it, a
 * look that gave no answer, a look that broke. `onBroken` is told of the last, because it is a bug of ours.
 */
export function lookThrough(sides: Records, { now, onBroken }: LookPorts): LookAtRecord {
  return async ({ capability, action, tenant, customer }) => {
    const reads = sides.byName(capability.name);
    if (reads === undefined) return { outcome: 'no_answer', code: 'capability_unknown' };
    try {
      const situation = await reads.situation(action, { tenant, customer });
      if (situation.outcome === 'no_answer') return situation;
      if (situation.outcome === 'gone') {
        return { outcome: 'changed', differences: [situation.difference], readAt: now() };
      }
      const differences = reads.differences(action, situation.records);
      return differences.length === 0
        ? { outcome: 'as_proposed', readAt: situation.readAt }
        : { outcome: 'changed', differences, readAt: situation.readAt };
    } catch (cause) {
      onBroken(cause);
      return { outcome: 'no_answer', code: 'look_failed' };
    }
  };
}
