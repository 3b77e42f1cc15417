import { deterministicId, type Ports } from '@countersign/contracts';
import {
  type Difference,
  type DifferenceCommand,
  type DifferenceRefusal,
  type Person,
  tenantId,
} from '@countersign/domain';
import { bug, type Cause, type DifferenceStreams, type Loaded } from '@countersign/messaging';
import type { RecoveryCode } from '../recovery/recovery-codes.js';
import { type Comparing, personalCause } from './comparing.js';
import { type DifferenceItem, differenceItem } from './difference-item.js';

/** Whose difference, and which. */
export interface OfDifference {
  readonly tenant: string;
  readonly person: Person;
  readonly id: string;
}

export type DifferenceAnswer =
  | { readonly outcome: 'done'; readonly repeated: boolean; readonly item: DifferenceItem }
  | Refused;
interface Refused {
  readonly outcome: 'refused';
  readonly code: RecoveryCode;
  readonly message: string;
}

export interface DifferencesPorts {
  readonly streams: DifferenceStreams;
  readonly ports: Ports;
  readonly comparing: Comparing;
}

export const differencesToken = 'reconciler:differences';

type Loading = Loaded<Difference>;

/** What people may do with a difference: note, compare again, and settle it with a reason. */
export class Differences {
  constructor(private readonly with_: DifferencesPorts) {}

  async show({ tenant, id }: Omit<OfDifference, 'person'>): Promise<DifferenceAnswer> {
    const loaded = await this.with_.streams.load(tenant, id);
    return loaded.state.status === 'absent' ? notFound : this.#done(loaded, id, false);
  }

  /** `key` tells an intended second note from a repeated request; without one, the same words are the same note. */
  note(of: OfDifference, { text, key }: { text: string; key?: string }): Promise<DifferenceAnswer> {
    const { id, person } = of;
    const causeId = deterministicId('difference-note', of.tenant, id, person.subject, key ?? text);
    return this.#answer(of, { rule: 'note-difference', causeId: () => causeId }, () => ({
      type: 'note',
      ...{ by: person, text, at: this.#now() },
    }));
  }

  settle(of: OfDifference, said: { evidence: string; reason: string }): Promise<DifferenceAnswer> {
    const { tenant, id, person } = of;
    const { evidence, reason } = said;
    // Of this finding: after it went away and came back, the same words are a new settlement.
    const causeId = ({ events }: Loading) =>
      deterministicId('settlement', tenant, id, foundIn(events), person.subject, evidence, reason);
    return this.#answer(of, { rule: 'settle-difference', causeId }, () => ({
      type: 'settle',
      ...{ by: person, evidence, reason, at: this.#now() },
    }));
  }

  /** The second person's, on exactly the settlement they were shown. */
  async sign(of: OfDifference, { settlementId }: { settlementId: string }): Promise<DifferenceAnswer> {
    const { tenant, id, person } = of;
    const causeId = () => deterministicId('settlement-signature', tenant, id, settlementId, person.subject);
    return this.#answer(of, { rule: 'sign-settlement', causeId }, (_state, { events }) => {
      const proposed = events.findLast(({ type }) => type === 'SettlementProposed');
      if (proposed !== undefined && proposed.id !== settlementId) {
        const message = 'Another settlement was proposed meanwhile. Read it before you sign.';
        return { outcome: 'refused', code: 'resolution_changed', message };
      }
      return { type: 'sign_settlement', by: person, at: this.#now() };
    });
  }

  /** Compares the window that it lies in once more, now. */
  async compareAgain(of: OfDifference): Promise<DifferenceAnswer> {
    const { tenant, id, person } = of;
    const { state } = await this.with_.streams.load(tenant, id);
    if (state.status === 'absent') return notFound;
    const { system, anchoredAt } = state.found;
    const atMs = Math.floor(Date.parse(anchoredAt) / 1_000) * 1_000;
    const window = { from: new Date(atMs).toISOString(), to: new Date(atMs + 1_000).toISOString() };
    const asked = { tenant: tenantId(tenant), system, window };
    const cause = personalCause(asked, person.subject, this.#now());
    const { compared } = await this.with_.comparing.compareNow(cause, asked, { dryRun: false });
    if (compared.outcome === 'not_compared') {
      const message = `The ledger of ${system} was not read to the end (${compared.code}). Nothing was concluded.`;
      return { outcome: 'refused', code: 'not_compared', message };
    }
    return this.#done(await this.with_.streams.load(tenant, id), id, false);
  }

  async #answer(
    { tenant, id }: OfDifference,
    { rule, causeId }: { rule: string; causeId(loaded: Loading): string },
    work: (state: Difference, loaded: Loading) => DifferenceCommand | Refused,
  ): Promise<DifferenceAnswer> {
    const { streams } = this.with_;
    const before = await streams.load(tenant, id);
    if (before.state.status === 'absent') return notFound;
    let refused: Refused | undefined;
    const answer = await streams.answer(
      causeIn(before, causeId(before)),
      { tenant, id, rule },
      (state, loaded) => {
        const wanted = work(state, loaded);
        refused = 'outcome' in wanted ? wanted : undefined;
        return 'outcome' in wanted ? 'nothing' : { commands: [wanted] };
      },
    );
    if (refused !== undefined) return refused;
    if (answer.outcome === 'refused') {
      return { outcome: 'refused', code: codeOf(answer.code, answer.state), message: answer.message };
    }
    if (answer.outcome === 'claimed' || answer.outcome === 'too_late') {
      throw bug('unexpected_answer', answer.outcome);
    }
    return this.#done(await streams.load(tenant, id), id, answer.outcome === 'already_done');
  }

  #done({ state, events }: Loading, id: string, repeated: boolean): DifferenceAnswer {
    if (state.status === 'absent') throw bug('item_lost', 'A difference has lost its events.');
    return { outcome: 'done', repeated, item: differenceItem({ id, state, events, at: this.#now() }) };
  }

  #now(): string {
    return this.with_.ports.clock.now();
  }
}

const notFound: Refused = { outcome: 'refused', code: 'not_found', message: 'There is no such difference.' };

const foundIn = (events: Loading['events']): string =>
  events.findLast(({ type }) => type === 'DifferenceFound')?.id ?? 'never';

function causeIn({ events }: Loading, id: string): Cause {
  return { id, correlationId: events[0]?.metadata.correlationId ?? id };
}

const codeOf = (code: DifferenceRefusal, state: Difference): RecoveryCode =>
  code === 'not_waiting' && state.status === 'settled' ? 'settled' : code;
