import { capabilities } from '@countersign/capabilities';
import type { RecordedEvent } from '@countersign/contracts';
import {
  type Drafted,
  formatMoney,
  type Instant,
  type LookEvidence,
  type ProposalEventData,
  type ProposalEventType,
  type Report,
  stateWord,
} from '@countersign/domain';
import { historyOf } from '../look/history.js';
import { nextWaitMs } from '../look/next-wait.js';
import { keyForgottenAt, type LookLimits } from '../look/schedule.js';
import type { OfOneWish } from './one-wish.js';
import { type StepOffer, stepsOf } from './steps.js';

/** One look as it stands on record. A failed one is "no answer", never "not found". */
export interface LookOnRecord {
  readonly look: number;
  readonly at: Instant;
  readonly asked: string;
  readonly answer: 'answered' | 'no_answer';
  readonly code: string;
  readonly evidence: LookEvidence | null;
}

export interface PersonShown {
  readonly subject: string;
  readonly name: string;
}

export interface ResolutionShown {
  /** What a signature names, so that it signs what was on the screen. */
  readonly resolutionId: string;
  readonly step: string;
  readonly by: PersonShown;
  readonly evidence: string;
  readonly reason: string;
  readonly at: Instant;
  readonly standing: 'waits_for_second_person' | 'recorded' | 'not_recorded';
}

/** Everything an operator is shown of one proposal, folded from its stream alone. */
export interface RecoveryItem {
  readonly proposalId: string;
  readonly version: number;
  readonly at: Instant;
  readonly sentence: string;
  readonly target: { readonly type: string; readonly id: string };
  readonly amount: { readonly minor: string; readonly currency: string; readonly words: string } | null;
  readonly state: string;
  readonly stateWord: string;
  readonly since: Instant;
  readonly why: {
    readonly reason: string;
    readonly code: string;
    readonly incidentKey: string | null;
  } | null;
  readonly lastKnown: { readonly state: string; readonly readAt: Instant | 'never' } | null;
  readonly sent: { readonly times: number; readonly firstAt: string; readonly lastAt: string };
  readonly keyLife: { readonly forgottenAt: Instant | 'never'; readonly sentence: string };
  /** When it is looked at next by itself, give or take the jitter; null when only a person's look is left. */
  readonly nextLookAbout: Instant | null;
  readonly looks: readonly LookOnRecord[];
  /** What the target said by itself, in the order in which it said it. */
  readonly reports: readonly Report[];
  readonly notes: readonly { readonly by: PersonShown; readonly text: string; readonly at: Instant }[];
  readonly resolutions: readonly ResolutionShown[];
  readonly steps: readonly StepOffer[];
  /** All that stand for the same wish, where an effect of what had been replaced was found; else empty. */
  readonly oneWish: readonly OfOneWish[];
}

export interface ItemQuestion {
  readonly state: Drafted;
  readonly events: readonly RecordedEvent[];
  readonly limits: LookLimits;
  readonly at: Instant;
  readonly oneWish: readonly OfOneWish[];
}

const brings: readonly string[] = [
  'OutcomeUnknown',
  'ExecutionRetriesExhausted',
  'ReviewRequested',
  'TargetLooked',
];

/** Whether this proposal is or was a matter of recovery; of any other there is no item. */
export const isItem = (events: readonly RecordedEvent[]): boolean =>
  events.some(({ type }) => brings.includes(type));

export function recoveryItem({ state, events, limits, at, oneWish }: ItemQuestion): RecoveryItem {
  const { proposalId, action } = state.draft;
  const { money, target } = action;
  const history = historyOf(events);
  const forgottenAt = keyForgottenAt(limits, history.firstSentAt);
  const review = dataOf(events, 'ReviewRequested').at(-1)?.data;
  return {
    proposalId,
    version: events.length,
    at,
    sentence: capabilities.byKind(action.kind)?.card(action).sentence ?? action.kind,
    target: { ...target },
    amount:
      money === undefined
        ? null
        : { minor: String(money.amountMinor), currency: money.currency, words: formatMoney(money) },
    state: state.status,
    stateWord: stateWord(state),
    since: events.findLast((event) => !isBeside(event))?.recordedAt ?? at,
    why: whyOf(state, review),
    lastKnown: review === undefined ? null : { state: review.lastKnownState, readAt: review.readAt },
    sent: { times: state.attempts, firstAt: history.firstSentAt, lastAt: history.lastSentAt },
    keyLife: { forgottenAt, sentence: keyLifeWords(forgottenAt) },
    nextLookAbout: nextLookAbout(state, { events, limits }),
    looks: looksOf(events),
    reports: state.reports ?? [],
    notes: dataOf(events, 'NoteAdded').map(({ data }) => ({ ...data, by: shown(data.by) })),
    resolutions: resolutionsOf(events),
    steps: stepsOf({ state, keyForgottenAt: forgottenAt, at }),
    oneWish,
  };
}

/** Whether an event leaves a proposal in the state it is in. */
function isBeside({ type, data }: RecordedEvent): boolean {
  return beside.includes(type) || (type === 'OutcomeReconciled' && data['finding'] === 'inconclusive');
}

const beside: readonly string[] = [
  'TargetLooked',
  'TargetReported',
  'NoteAdded',
  'ResolutionProposed',
  'DecisionRefused',
  'ReservationReleased',
];

function whyOf(
  state: Drafted,
  review: ProposalEventData<'ReviewRequested'> | undefined,
): RecoveryItem['why'] {
  if (review !== undefined) {
    const { reason, code, incidentKey } = review;
    return { reason, code, incidentKey };
  }
  if (state.status === 'outcome_unknown')
    return { reason: state.status, code: state.unknown.code, incidentKey: null };
  if (state.status !== 'retries_exhausted') return null;
  return { reason: state.status, code: state.exhausted.code, incidentKey: null };
}

function keyLifeWords(forgottenAt: Instant | 'never'): string {
  return forgottenAt === 'never'
    ? 'It was never sent.'
    : `The target remembers it until ${forgottenAt}. After that nothing is sent under it again.`;
}

function nextLookAbout(
  state: Drafted,
  { events, limits }: Pick<ItemQuestion, 'events' | 'limits'>,
): Instant | null {
  const last = dataOf(events, 'TargetLooked').at(-1)?.data;
  const waitMs = last === undefined ? undefined : nextWaitMs(state, historyOf(events), { limits, last });
  return last === undefined || waitMs === undefined
    ? null
    : new Date(Date.parse(last.at) + waitMs).toISOString();
}

function looksOf(events: readonly RecordedEvent[]): readonly LookOnRecord[] {
  const shownBy = new Map(dataOf(events, 'OutcomeReconciled').map(({ data }) => [data.look, data.evidence]));
  for (const { version, data } of dataOf(events, 'ProposalReopened')) {
    // A completion is taken back in the same commit as the look that showed it.
    const look = dataOf(events, 'TargetLooked').findLast((event) => event.version < version)?.data.look;
    if (look !== undefined && data.evidence !== undefined) shownBy.set(look, data.evidence);
  }
  return dataOf(events, 'TargetLooked').map(({ data }) => ({
    ...data,
    evidence: shownBy.get(data.look) ?? null,
  }));
}

function resolutionsOf(events: readonly RecordedEvent[]): readonly ResolutionShown[] {
  return dataOf(events, 'ResolutionProposed').map(({ id, version, data }) => {
    const { step, by, evidence, reason, at } = data;
    const next = events.find(
      (event) => event.version > version && (event.type === 'ResolutionProposed' || !isBeside(event)),
    );
    const standing =
      next === undefined
        ? 'waits_for_second_person'
        : next.type === 'OperatorResolved'
          ? 'recorded'
          : 'not_recorded';
    return { resolutionId: id, step, by: shown(by), evidence, reason, at, standing };
  });
}

const shown = ({ subject, name }: PersonShown): PersonShown => ({ subject, name });

interface Known<Type extends ProposalEventType> {
  readonly id: string;
  readonly version: number;
  readonly data: ProposalEventData<Type>;
}

function dataOf<Type extends ProposalEventType>(
  events: readonly RecordedEvent[],
  type: Type,
): readonly Known<Type>[] {
  return events.filter((event) => event.type === type) as unknown as readonly Known<Type>[];
}
