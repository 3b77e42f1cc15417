import type { FoundOutcome } from '@countersign/capabilities';
import type { RecordedEvent } from '@countersign/contracts';
import {
  decideProposal,
  evolveProposal,
  type Proposal,
  type ProposalEvent,
  parametersDiffer,
} from '@countersign/domain';
import type { Look } from '../look/consequences.js';
import { decideLook } from '../look/decide-look.js';
import { historyOf } from '../look/history.js';
import type { LookLimits } from '../look/schedule.js';
import {
  allowed,
  evidence,
  exhausted,
  folded,
  nothingThere,
  receipt,
  refusedBy,
  started,
  succeeded,
  unknown,
} from './proposal-events.js';

export const id = 'p0000000-0000-4000-8000-000000000001';
export const now = '2026-11-29T09:20:00.000Z';
const limits: LookLimits = {
  firstMs: 100,
  delaysMs: [1_000, 5_000],
  looksMax: 3,
  settleWindowMs: 60_000,
  sendsMax: 3,
  keyLifeMs: 82_800_000,
  outageMaxMs: 3_600_000,
  late: { delaysMs: [3_600_000, 86_400_000], maxMs: 30 * 86_400_000 },
};
const another = { ...receipt, reference: 're_2' };

const found = {
  happened: { outcome: 'happened', evidence: evidence([receipt], now) },
  absent: { outcome: 'absent', evidence: nothingThere(now) },
  undone: { outcome: 'undone', evidence: evidence([{ ...receipt, settled: 'failed' }], now) },
  contradicts: { outcome: 'contradicts', evidence: evidence([receipt, another], now) },
  pending: { outcome: 'happened', evidence: evidence([{ ...receipt, settled: 'pending' }], now) },
  disputed: { outcome: 'happened', evidence: { ...evidence([receipt], now), disputed: true } },
  unreachable: { outcome: 'no_answer', code: 'unreachable', asked: 'refunds' },
  too_early: { outcome: 'no_answer', code: 'too_early', asked: 'refunds' },
  incomplete: { outcome: 'no_answer', code: 'listing_incomplete', asked: 'refunds' },
  off: { outcome: 'no_answer', code: 'look_ups_off', asked: 'refunds' },
} satisfies Record<string, FoundOutcome>;
export type Finding = keyof typeof found;

const base = [...allowed(id), started(id)];
export const states = {
  succeeded: [...base, succeeded()],
  unknown: [...base, unknown()],
  exhausted: [...base, exhausted()],
  refused: [...base, refusedBy(parametersDiffer)],
  refusedForGood: [...base, refusedBy('charge_disputed')],
  approved: allowed(id),
} satisfies Record<string, readonly ProposalEvent[]>;

/** A look on these events: what it appends, and how it goes on. */
export function look(events: readonly ProposalEvent[], finding: Finding, over: Partial<Look> = {}) {
  const state = folded(events);
  const history = historyOf(events as unknown as readonly RecordedEvent[]);
  const given: Look = {
    ...{ state, found: found[finding], history, system: 'payments', limits },
    ...{ at: now, fraction: 0, askedBy: 'schedule' as const, ...over },
  };
  const work = decideLook(given);
  if (work === 'nothing') return { appended: [] as ProposalEvent[], types: 'nothing', next: undefined, work };
  let current: Proposal = state;
  const appended: ProposalEvent[] = [];
  for (const command of work.commands) {
    const decision = decideProposal(command, current);
    if (decision.outcome === 'refused') throw new Error(`${command.type}: ${decision.code}`);
    if (decision.outcome === 'already_done') continue;
    appended.push(...decision.events);
    current = decision.events.reduce(evolveProposal, current);
  }
  const next = work.timers?.[0]?.dueAt;
  const types = appended.map((event) => nameOf(event)).join(' ');
  return { appended, types, next: typeof next === 'object' ? next.inMs : undefined, work };
}

function nameOf(event: ProposalEvent): string {
  if (event.type === 'OutcomeReconciled') return event.data.finding;
  if (event.type === 'ReviewRequested') return event.data.reason;
  return event.type === 'TargetLooked' ? `looked:${event.data.code}` : event.type;
}

/** The events after this many looks that found this. */
export function after(
  events: readonly ProposalEvent[],
  ...findings: readonly Finding[]
): readonly ProposalEvent[] {
  const all = [...events];
  for (const finding of findings) all.push(...look(all, finding).appended);
  return all;
}

export const hourLater = '2026-11-29T10:20:00.000Z';
/** The target gave no answer for longer than it may. */
export const outage = (events: readonly ProposalEvent[]): readonly ProposalEvent[] => {
  const down = after(events, 'unreachable');
  return [...down, ...look(down, 'unreachable', { at: hourLater }).appended];
};
