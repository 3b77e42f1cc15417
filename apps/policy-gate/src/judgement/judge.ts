import {
  type CapabilityReads,
  type Claimed,
  type ClaimToMake,
  capabilities,
  claimsToMake,
  type Hold,
  intentOfAction,
  type JudgedOn,
  judgingOf,
  type PolicySubject,
} from '@countersign/capabilities';
import type { ReadSides } from '@countersign/capabilities/reads';
import { type Clock, intentPrefix, parseStream, proposalStream } from '@countersign/contracts';
import {
  type Drafted,
  type PolicyReason,
  type ProposalEventData,
  type Requirement,
  type Route,
  subjectId,
} from '@countersign/domain';
import type { EventStore } from '@countersign/event-store';
import { bug, type CountedClaim, type CountingPorts, countedClaims, retryable } from '@countersign/messaging';
import { type PolicyEngine, requestOf, type Verdict } from '@countersign/policy';
import type { Replaced } from './replacing.js';
import type { Undoing } from './undoing.js';

export interface JudgePorts {
  readonly engine: PolicyEngine;
  readonly reads: ReadSides;
  readonly store: EventStore;
  readonly proposals: CountingPorts['proposals'];
  readonly clock: Clock;
  /** How long after the draft an unreadable record is waited for, before it is judged as unknown. */
  readonly patienceMs: number;
}

export interface Judgement {
  readonly decided: ProposalEventData<'PolicyDecided'>;
  readonly claims: readonly ClaimToMake[];
  /** Whether it holds a reservation from an earlier verdict, whose permission was voided. */
  readonly holds: boolean;
  /** Whether others held something of the same capacity when it was judged. */
  readonly besideOthers: boolean;
  /** Who holds what may be held once only. Set, the verdict is a denial. */
  readonly takenBy?: string;
}

type Draft = ProposalEventData<'ProposalDrafted'>;

/** What other proposals mean for this one: the one it stands for, and the one it takes back. */
export interface Beside {
  readonly replaced: Replaced;
  readonly undoing: Undoing;
  /** Why it is not the forward step that it says it is. */
  readonly unfit: PolicyReason | undefined;
}

/**
 * Judges one proposal on the records as they are, and says what it must reserve. Of two judgements of one capacity
 * at the same moment the store takes one, and the other looks again (C07). What the proposal `replaced` held does
 * not count against the one that stands for it.
 */
export async function judge(ports: JudgePorts, { draft }: Drafted, beside: Beside): Promise<Judgement> {
  const capability = capabilities.byKind(draft.action.kind);
  if (capability === undefined)
    throw bug('capability_unknown', `No capability has the action ${draft.action.kind}.`);
  const own = proposalStream(draft.proposalId);
  const side = ports.reads.byName(capability.name);
  if (side === undefined) throw bug('reads_missing', `Nothing reads for ${capability.name}.`);
  const claimsUnder = (prefix: string) => countedClaims(ports, draft.tenant, prefix);
  const capacities = [...capability.capacitiesOf(draft.action), ...beside.undoing.capacities];
  const limits = ports.engine.limitsOf(capability.name);
  const { over } = beside.replaced;
  const { claimed, judging, now } = await judgingOf(
    { reads: side, claimsUnder },
    { draft, capacities, over, limits },
  );
  const { holds } = judging;
  const subject = subjectOf(ports, { draft, side, judging, now });
  const ruled = ports.engine.decide(requestOf({ draft, subject }));
  const wanted = await claimsUnder(intentKey(draft));
  // Whatever it holds, it holds its intent: the store takes no permission without. What was given back is not held.
  const isHeld = wanted.some(({ released, again, stream }) => !released && again !== true && stream === own);
  const takenBy = holderOf(claimed, holds) ?? doneAllTheSame(wanted, draft);
  const { refused, barred } = beside.undoing;
  const verdict = denied(ruled, refused ?? beside.unfit ?? (takenBy === undefined ? undefined : onceOnly));
  return {
    decided: factOf(verdict, {
      ...{ subject, barred, standing: beside.replaced.standing, at: ports.clock.now() },
      routes: routesOf(ports.engine, draft.tenant, verdict.requirements),
    }),
    claims: verdict.verdict === 'deny' || isHeld ? [] : [{ key: intentKey(draft) }, ...claimsToMake(claimed)],
    holds: isHeld,
    besideOthers: [...holds.values()].some((others) => others.length > 0),
    ...(takenBy === undefined ? {} : { takenBy }),
  };
}

/** The same thing was asked for before, had ended without an effect, and an effect of it was found since. */
function doneAllTheSame(wanted: readonly CountedClaim[], draft: Draft): string | undefined {
  const own = proposalStream(draft.proposalId);
  const back = wanted.find(
    ({ key, stream, again }) => again === true && key === intentKey(draft) && stream !== own,
  );
  return back === undefined ? undefined : parseStream(back.stream).id;
}

function holderOf(
  claimed: readonly Claimed[],
  holds: ReadonlyMap<string, readonly Hold[]>,
): string | undefined {
  const once = claimed.filter(({ capacity }) => capacity.take === 'once');
  return once.flatMap(({ capacity }) => holds.get(capacity.key) ?? [])[0]?.proposalId;
}

const onceOnly: PolicyReason = {
  policyId: 'once_only',
  section: '',
  reason: 'This may be done once only, and another proposal does it or has done it.',
  customerText: 'This was asked for already, and it is done only once.',
};

/** No rule of a capability is needed to say no here, and none can say yes. */
function denied(verdict: Verdict, because: PolicyReason | undefined): Verdict {
  if (because === undefined || verdict.verdict === 'deny') return verdict;
  return { ...verdict, verdict: 'deny', requirements: [], reasons: [because] };
}

/**
 * The claim that makes two proposals of one intent one effect. It is computed here from the action: the draft's own
 * word for it is written by a role in which a model lives, and another word would make a repeat something new.
 */
export function intentKey({ tenant, action, origin }: Draft): string {
  const distinctFrom = origin.kind === 'agent' ? origin.distinctFrom : undefined;
  return `${intentPrefix}${intentOfAction(tenant, action, distinctFrom)}`;
}

interface Question extends Pick<JudgedOn, 'judging' | 'now'> {
  readonly draft: Draft;
  readonly side: CapabilityReads;
}

function subjectOf(
  { clock, patienceMs }: JudgePorts,
  { draft, side, judging, now }: Question,
): PolicySubject {
  const forWhom = { tenant: draft.tenant, customer: draft.customer };
  if (now.outcome === 'read') return side.policySubject(draft.action, now.records, judging);
  if (now.outcome === 'gone') return side.unknownSubject(draft.action, forWhom, { ...judging, why: 'gone' });
  if (clock.nowMs() - Date.parse(draft.draftedAt) < patienceMs) {
    throw retryable('record_unreadable', `The records of ${draft.proposalId} gave no answer (${now.code}).`);
  }
  return side.unknownSubject(draft.action, forWhom, { ...judging, why: 'unreadable' });
}

interface Ruled {
  readonly subject: PolicySubject;
  readonly barred: Undoing['barred'];
  readonly standing: Replaced['standing'];
  readonly at: string;
  readonly routes: readonly Route[];
}

/** Kept with the verdict: whoever passes it on later needs no policies, and a change of them moves nobody's matter. */
function routesOf(engine: PolicyEngine, tenant: string, requirements: readonly Requirement[]): Route[] {
  return requirements.flatMap(({ slot }) => {
    const route = engine.routeFor(tenant, slot);
    if (route === undefined) return [];
    return [{ slot, escalatesTo: route.escalatesTo, people: route.people.map(subjectId) }];
  });
}

function factOf(
  verdict: Verdict,
  { subject, barred, standing, at, routes }: Ruled,
): ProposalEventData<'PolicyDecided'> {
  const { escalateAfterMs, ...said } = verdict;
  return {
    ...said,
    ...(verdict.verdict === 'requirements' ? { escalateAfterMs, routes } : {}),
    facts: subject.facts,
    ...(barred.length === 0 ? {} : { barred }),
    ...(standing.length === 0 ? {} : { besideEffectOf: standing }),
    decidedAt: at,
  };
}
