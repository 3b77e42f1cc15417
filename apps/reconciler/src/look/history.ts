import type { RecordedEvent } from '@countersign/contracts';
import {
  type Instant,
  type ProposalEventData,
  type ReportedFact,
  type Sent,
  sentIn,
} from '@countersign/domain';
import { familyOf } from './cause-family.js';

/** What the stream says about sending and looking, as far as the next look depends on it. */
export interface LookHistory extends Sent {
  readonly firstSentAt: Instant | 'never';
  /** Looks since the matter last changed: sent, put in question, handed to a person, or resolved by one. */
  readonly unreachable: number;
  readonly inconclusive: number;
  /** Since when no look has been answered; `never` while they are. */
  readonly unreachableSince: Instant | 'never';
  /** Whether a whole, settled listing without the effect was read since then, and none that showed it after that. */
  readonly absentSeen: boolean;
  /** The last time the target's record was really read. */
  readonly lastReadAt: Instant | 'never';
  /** References found by the last answered look that settled nothing, comma separated; undefined without one. */
  readonly lastFound: string | undefined;
  /**
   * Who said of the last sending, or of an earlier one after it had been closed, that it happened; what somebody
   * claimed is never taken back without a person.
   */
  readonly claimedBy: 'nobody' | 'executor' | 'operator';
  /** Looks since the target, or a worker after its time, last said something, and what that was; undefined without it. */
  readonly report: Hint | undefined;
  /** Whether the target said by itself, since it was sent last, that it was carried out. */
  readonly reportedDone: boolean;
  /** Whether a person was asked about the newest dispute that was reported, or about any if none was. */
  readonly disputeReviewed: boolean;
}

/** What makes somebody look, and proves nothing. */
export interface Hint {
  /** The target's own id of its message; `none` where a worker said it. */
  readonly id: string;
  readonly says: ReportedFact | 'success_came_late';
  readonly heardAt: Instant;
  readonly looks: number;
}

const turns = [
  'ExecutionStarted',
  'OutcomeUnknown',
  'ExecutionSucceeded',
  'ReviewRequested',
  'OperatorResolved',
  'ProposalCompleted',
];

export function historyOf(events: readonly RecordedEvent[]): LookHistory {
  const first = events.find(({ type }) => type === 'ExecutionStarted');
  const since = events.findLastIndex((event) => turns.includes(event.type) || isLateSuccess(event));
  const looks = events.slice(since + 1).filter(({ type }) => type === 'TargetLooked');
  const codes = looks.map(({ data }) => text(data['code']));
  const answered = codes.findLastIndex((code) => familyOf(code) !== 'unreachable');
  const outage = looks[answered + 1];
  const unreachable = codes.filter((code) => familyOf(code) === 'unreachable').length;
  const read = events.findLast(({ type, data }) => type === 'TargetLooked' && data['answer'] === 'answered');
  return {
    firstSentAt: first === undefined ? 'never' : text(first.data['startedAt']),
    ...sentIn(events),
    unreachable,
    inconclusive: codes.length - unreachable,
    unreachableSince: outage === undefined ? 'never' : text(outage.data['at']),
    absentSeen: absentIn(codes),
    lastReadAt: read === undefined ? 'never' : text(read.data['at']),
    lastFound: lastFoundIn(events),
    claimedBy: claimedIn(events),
    report: reportIn(events),
    reportedDone: reportedDoneIn(events),
    disputeReviewed: disputeReviewedIn(events),
  };
}

/** The last word of a record that was read, as far as it says whether the effect is there. */
function absentIn(codes: readonly string[]): boolean {
  return codes.findLast((code) => ['absent', 'happened', 'settled', 'pending'].includes(code)) === 'absent';
}

/** A worker's word for an attempt that had been closed by then. */
function isLateSuccess({ type, data }: RecordedEvent): boolean {
  return type === 'ResultCameLate' && data['class'] === 'succeeded';
}

function reportIn(events: readonly RecordedEvent[]): LookHistory['report'] {
  const last = events.findLastIndex((event) => event.type === 'TargetReported' || isLateSuccess(event));
  const said = events[last];
  if (said === undefined) return undefined;
  const looks = events.slice(last).filter(({ type }) => type === 'TargetLooked').length;
  const { reportId = 'none', says = 'success_came_late', at } = said.data;
  return { id: text(reportId), says: says as Hint['says'], heardAt: text(at), looks };
}

function reportedDoneIn(events: readonly RecordedEvent[]): boolean {
  const sent = events.findLastIndex(({ type }) => type === 'ExecutionStarted');
  return events
    .slice(sent + 1)
    .some(({ type, data }) => type === 'TargetReported' && data['says'] === 'effect_succeeded');
}

function disputeReviewedIn(events: readonly RecordedEvent[]): boolean {
  const last = (type: string, field: string) =>
    events.findLastIndex((event) => event.type === type && event.data[field] === 'target_disputed');
  return last('ReviewRequested', 'reason') > last('TargetReported', 'says');
}

function lastFoundIn(events: readonly RecordedEvent[]): string | undefined {
  const last = events.findLast(({ type }) => type === 'OutcomeReconciled' || type === 'ExecutionStarted');
  if (last?.data['finding'] !== 'inconclusive') return undefined;
  const { evidence } = last.data as unknown as ProposalEventData<'OutcomeReconciled'>;
  return evidence.found.map(({ reference }) => reference).join();
}

function claimedIn(events: readonly RecordedEvent[]): LookHistory['claimedBy'] {
  const last = events.findLast(
    (event) =>
      event.type === 'ExecutionStarted' ||
      event.type === 'ExecutionSucceeded' ||
      isLateSuccess(event) ||
      (event.type === 'OperatorResolved' && event.data['step'] === 'record_happened'),
  );
  if (last?.type === 'ExecutionSucceeded' || last?.type === 'ResultCameLate') return 'executor';
  return last?.type === 'OperatorResolved' ? 'operator' : 'nobody';
}

const text = (value: unknown): string => String(value);
