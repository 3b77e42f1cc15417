import { type ReadEventMessage, type RecordedEvent, upcast } from '@countersign/contracts';
import {
  type Case,
  type CaseEvent,
  evolveCase,
  evolveProposal,
  noCase,
  noProposal,
  type Proposal,
  type ProposalEvent,
} from '@countersign/domain';

/** Something about a stream that is not as it should be, in one sentence. */
export type Oddity = string;

/** A proposal or case as its topic tells it. */
export interface Rebuilt {
  readonly tenant: string;
  readonly stream: string;
  readonly state: Proposal | Case;
  /** Events folded. */
  readonly events: number;
  /** Of the last event folded; 0 and '' for none. */
  readonly version: number;
  readonly hash: string;
  readonly oddities: readonly Oddity[];
  /** The first version that was read; above 1 nothing could be folded, and the state cannot be told. */
  readonly first: number;
}

interface Growing {
  readonly tenant: string;
  readonly stream: string;
  state: Proposal | Case;
  version: number;
  hash: string;
  first: number;
  /** What arrived before its predecessor. */
  readonly early: Map<number, RecordedEvent>;
  readonly oddities: Oddity[];
}

/**
 * Folds what a topic holds, in the order it arrives, with the functions every service folds with. Each event has to
 * be the next version and bound to the last one by its hash; what is not, is named.
 */
export class RebuiltStreams {
  readonly #growing = new Map<string, Growing>();
  readonly #unreadable: string[] = [];
  #events = 0;

  hear(read: ReadEventMessage, place: string): void {
    if (read.outcome === 'refused') {
      this.#unreadable.push(`${place}: ${read.reason}`);
      return;
    }
    const { event } = read;
    this.#events += 1;
    const known = this.#growing.get(keyOf(event)) ?? this.#begin(event);
    arrive(known, event);
  }

  /** How many events were heard, repetitions included. */
  get heard(): number {
    return this.#events;
  }

  /** Records that are no events, with their places. */
  get unreadable(): readonly string[] {
    return this.#unreadable;
  }

  /** By tenant and stream. */
  results(): Rebuilt[] {
    return [...this.#growing.values()]
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      .map((growing) => {
        const { tenant, stream, state, version, hash, first, oddities } = growing;
        const missing = first > 1 ? undefined : missingOf(growing);
        return {
          ...{ tenant, stream, state, version, hash, first, events: version },
          oddities: missing === undefined ? oddities : [...oddities, missing],
        };
      });
  }

  #begin({ tenant, stream, version }: RecordedEvent): Growing {
    const growing: Growing = {
      ...{ tenant, stream, version: 0, hash: '', first: version, early: new Map(), oddities: [] },
      state: stream.startsWith('case-') ? noCase : noProposal,
    };
    this.#growing.set(keyOf(growing), growing);
    return growing;
  }
}

function arrive(growing: Growing, event: RecordedEvent): void {
  const { version } = event;
  growing.first = Math.min(growing.first, version);
  const last = growing.version;
  if (version <= last) {
    // A relay that begins anew may send its last page again; the same event twice is no oddity.
    if (version === last && event.hash !== growing.hash) {
      growing.oddities.push(`two different events claim version ${version}`);
    }
    return;
  }
  if (version > last + 1) {
    growing.early.set(version, event);
    return;
  }
  fold(growing, event);
  for (
    let next = growing.early.get(growing.version + 1);
    next;
    next = growing.early.get(growing.version + 1)
  ) {
    growing.early.delete(next.version);
    growing.oddities.push(`version ${next.version} arrived before version ${version}`);
    fold(growing, next);
  }
}

function fold(growing: Growing, recorded: RecordedEvent): void {
  if (growing.version > 0 && recorded.previousHash !== growing.hash) {
    growing.oddities.push(`version ${recorded.version} is not bound to version ${growing.version}`);
  }
  growing.version = recorded.version;
  growing.hash = recorded.hash;
  try {
    growing.state = evolved(growing.state, upcast(recorded));
  } catch (error) {
    growing.oddities.push(`version ${recorded.version} cannot be read: ${(error as Error).message}`);
  }
}

/** A case's events to a case, a proposal's to a proposal; the stream's name has said which. */
function evolved(state: Proposal | Case, event: RecordedEvent): Proposal | Case {
  return event.stream.startsWith('case-')
    ? evolveCase(state as Case, event as unknown as CaseEvent)
    : evolveProposal(state as Proposal, event as unknown as ProposalEvent);
}

function missingOf({ version, early }: Growing): Oddity | undefined {
  if (early.size === 0) return undefined;
  const least = Math.min(...early.keys());
  const range =
    least - 1 > version + 1 ? `versions ${version + 1} to ${least - 1} are` : `version ${version + 1} is`;
  return `${range} missing; ${early.size} after it could not be folded`;
}

const keyOf = ({ tenant, stream }: { readonly tenant: string; readonly stream: string }): string =>
  `${tenant}/${stream}`;
