/**
 * Every event in one plain sentence, as a support lead would say it. Used wherever events are told. A new type
 * does not compile until it has its words; an event of a newer release is told by its name alone.
 */
import { type RecordedEvent, upcast } from '@countersign/contracts';
import {
  type CaseEventData,
  type CaseEventType,
  describeRequirement,
  formatMoney,
  type Money,
  type ProposalEventData,
  type ProposalEventType,
  type Receipt,
  type StopEventData,
  type StopEventType,
} from '@countersign/domain';
import { visible } from '../terminal/visible.js';
import { ledgerWords } from './ledger-sentences.js';
import { capitalised, clock, count, ended, held, moment, shortId, shortIds, spaced } from './phrases.js';

type ProposalWords = { readonly [Type in ProposalEventType]: (data: ProposalEventData<Type>) => string };
type StopWords = { readonly [Type in StopEventType]: (data: StopEventData<Type>) => string };
type CaseWords = { readonly [Type in CaseEventType]: (data: CaseEventData<Type>) => string };

/** One sentence; nothing in it can steer the terminal it is printed on. Never throws for a stored event. */
export function sentenceOf(event: RecordedEvent): string {
  const words: Readonly<Record<string, (data: never) => string>> = {
    ...proposalWords,
    ...caseWords,
    ...ledgerWords,
    ...stopWords,
  };
  const tell = Object.hasOwn(words, event.type) ? words[event.type] : undefined;
  if (tell === undefined) return `${event.type}, of which this release knows only the name.`;
  try {
    return visible(tell(upcast(event).data as never));
  } catch {
    return `${event.type} of version ${event.schemaVersion}, which this release cannot read.`;
  }
}

const proposalWords: ProposalWords = {
  ProposalDrafted: ({ author, action, digest }) =>
    `${author.name} drafts one exact action: ${whatOf(action)}. Its digest is ${digest.slice(0, 12)}.`,
  ProposalSuperseded: ({ by, change }) => `Replaced by ${shortId(by)}: ${ended(change)}`,
  ReplacementAsked: ({ by, change }) =>
    `A change is to take its place, ${shortId(by)}: ${ended(change)} First it is found out what became of what was sent; nothing of it is sent again.`,
  PolicyDecided: ({ verdict, requirements, reasons, policyVersion }) =>
    `${verdictOf(verdict, requirements)} Version ${policyVersion}: ${reasonsOf(reasons)}`,
  ProposalMarkedDuplicate: ({ of }) => `Asked for before, as ${shortId(of)}: there is one effect, not two.`,
  ReservationReleased: ({ because }) => `What it held of the amount is given back: ${ended(spaced(because))}`,
  ApprovalRequested: ({ requirements, expiresAt }) =>
    `It waits for ${listed(requirements.map(describeRequirement))}, until ${clock(expiresAt)}.`,
  ApprovalReminded: ({ slots }) => `Whoever may decide is reminded (${slots.map(spaced).join(', ')}).`,
  ApprovalEscalated: ({ toRole, to, from, expiresAt }) =>
    `${from ?? 'Whoever was asked'} did not answer in time, so it is passed on to ${to ?? `any ${spaced(toRole)}`}, until ${clock(expiresAt)}. Whoever was asked before can still decide.`,
  ApprovalGranted: ({ approver, basis, digest, cardShownAt }) =>
    `${approver.name} ${basis === 'consent' ? 'consents' : 'approves'}, on the card shown at ${clock(cardShownAt)}, for digest ${digest.slice(0, 12)} and no other. Signed.`,
  ApprovalRejected: ({ by, reason }) =>
    `${by.name} rejects it${reason === '' ? '' : `: ‘${reason}’`}. Nothing was sent.`,
  ApprovalExpired: () => 'Nobody decided in time. That is not a no. Nothing was sent.',
  DecisionRefused: ({ who, message }) =>
    `A decision by ${who || 'nobody known'} is refused: ${ended(message)}`,
  ProposalInvalidated: ({ difference }) => `The world has moved, so nothing is sent: ${ended(difference)}`,
  ApprovalVoided: ({ message }) => `The permission no longer holds: ${ended(message)} It is judged again.`,
  ExecutionStarted: ({ attempt, operationId }) =>
    `Everything was checked again. The intent is written first; then the one call is made, attempt ${attempt}, operation ${shortId(operationId)}.`,
  ExecutionSucceeded: ({ receipt }) =>
    `Payments says done: ${receiptOf(receipt)}. A claim, until it has been read back.`,
  ExecutionFailed: ({ message, code }) => `Payments refuses, for good: ${ended(message || spaced(code))}`,
  ExecutionRetryScheduled: ({ attempt, code, retryAt, attemptsMax }) =>
    `Not accepted (${spaced(code)}); nothing was applied. Try ${attempt} of ${attemptsMax}; the next at ${clock(retryAt)}.`,
  ExecutionRetriesExhausted: ({ attemptsMax, code }) =>
    `Not accepted ${count(attemptsMax, 'time')} (${spaced(code)}); nothing was applied, and nothing is sent by itself any more.`,
  ExecutionHeld: ({ code, system, stop, retryAt }) =>
    code === 'stopped'
      ? `Not sent now: ${stoppedThing(stop)} is stopped. It stays approved${retryAt === 'when_released' ? '' : `, until ${clock(retryAt)}`}, and goes on by itself once released.`
      : code === 'beside_changed'
        ? 'Not sent: what it replaces or takes back turned out to be otherwise in the same moment. Nothing was applied; it is checked again.'
        : `Not sent now: ${system} has not been answering. Nothing was applied; it is looked at again at ${retryAt === 'when_released' ? retryAt : clock(retryAt)}.`,
  ExecutionResumed: ({ because }) =>
    `${because === 'released' ? 'It was released' : 'The wait is over'}: it is checked again, then sent.`,
  ResultCameLate: ({ attempt, worker, class: outcome }) =>
    `Attempt ${attempt} of ${worker} had been closed when its result came (${outcome}). It is kept${outcome === 'succeeded' ? ', and the target is asked' : ', and changes nothing'}.`,
  OutcomeUnknown: ({ code }) =>
    `No answer came (${spaced(code)}). Payments may have made it, or may not. It is not sent again.`,
  TargetLooked: ({ look, asked, answer, code }) =>
    `Look ${look}: asked for ${shortIds(spaced(asked))}; ${answer === 'answered' ? 'it answered' : (answersThatSayNothing[code] ?? 'no answer, which is not a no')}.`,
  OutcomeReconciled: ({ finding, evidence }) => `${findingOf(finding)} ${ended(capitalised(evidence.why))}`,
  ProposalCompleted: ({ receipt }) =>
    `Read back: exactly one effect, ${receiptOf(receipt)}. Carried out, once.`,
  TargetReported: ({ says, reference, code, saidAt }) =>
    `Payments says by itself, as of ${moment(saidAt)}: ${spaced(says)} (${reference}, ${spaced(code)}). A hint, and no proof: it is looked at.`,
  ProposalReopened: ({ because, evidence }) =>
    `It is open again: ${reopenings[because]}. ${evidence === undefined ? 'No answer came for as long as it was asked.' : `Read back ${clock(evidence.readAt)}: ${ended(evidence.why)}`}`,
  ReviewRequested: ({ reason, lastKnownState, allowedSteps }) =>
    `An operator is needed (${spaced(reason)}). Last known: ${ended(lastKnownState)} Allowed: ${allowedSteps.map(spaced).join(', ')}.`,
  ResolutionProposed: ({ by, step, reason }) =>
    `${by.name} proposes to ${spaced(step)}: ${ended(reason)} A second person must agree.`,
  OperatorResolved: ({ by, step, reason }) => `${by.name} settles it, ${spaced(step)}: ${ended(reason)}`,
  NoteAdded: ({ by, text }) => `${by.name} notes: ‘${text}’`,
};

const caseWords: CaseWords = {
  CaseOpened: ({ customer, bounds }) =>
    `A case is opened for ${customer.name}, with bounds: ${count(bounds.turnsMax, 'turn')}, ${count(bounds.toolCallsMax, 'look-up')}, ${Math.round(bounds.wallClockMs / 60_000)} minutes.`,
  CustomerMessageReceived: ({ from, text }) => `${from} writes: ‘${text}’`,
  CaseRouted: ({ capability, reason }) =>
    `It goes to the specialist for ${spaced(capability)}: ${ended(spaced(reason))}`,
  ModelTurnTaken: ({ by, step, verdict, refusals, summary }) =>
    verdict === 'accepted'
      ? `The ${by} plans one step: ${stepOf(step, summary)}.`
      : `A step the ${by} planned (${spaced(step)}) is refused: ${ended(refusals.map((r) => `${spaced(r.field)}: ${r.reason}`).join('; '))}`,
  UnsafeStepRefused: ({ by, attempted, code, field, reason }) =>
    `The ${by} tried what it may not (${spaced(attempted)}, ${spaced(code)}), and nothing came of it: ${ended(`${field}: ${reason}`)}`,
  ToolCalled: ({ tool, outcome, arguments: given, provenance }) =>
    `It may only read: ${spaced(tool)}${argumentsOf(given)}, ${lookedUp(outcome, provenance)}`,
  FactEstablished: ({ fact, about, value, basis, provenance }) =>
    `${basisOf(basis)}: ${spaced(fact)} of ${thing(about)} is ${held(value)} (${sourceOf(provenance)}).`,
  FactUnknown: ({ fact, about, reason }) => `Not known: ${spaced(fact)} of ${thing(about)}. ${ended(reason)}`,
  QuestionAsked: ({ text }) => `The customer is asked, and nothing is guessed: ‘${text}’`,
  ProposalAttached: ({ proposalId, summary }) =>
    `Proposal ${shortId(proposalId)} belongs to this case: ${ended(summary)}`,
  ActionObserved: ({ proposalId, status }) =>
    `The case takes note: proposal ${shortId(proposalId)} is now ${spaced(status)}.`,
  ReplySent: ({ text }) => `The customer is told: ‘${text}’`,
  CaseEscalated: ({ reason, knownSoFar }) =>
    `A person takes over (${spaced(reason)}). Known so far: ${ended(knownSoFar || 'nothing')}`,
  CaseCompleted: ({ outcome }) => `The case is closed: ${spaced(outcome)}.`,
  CaseReopened: ({ proposalId, reason }) =>
    `The case is open again: proposal ${shortId(proposalId)} did not last (${spaced(reason)}).`,
};

const stopWords: StopWords = {
  Stopped: ({ scope, by, reason }) =>
    `${by.name} stops ${stoppedThing(scope)}: ‘${reason}’. No new call leaves.`,
  Released: ({ scope, by, reason }) =>
    `${by.name} releases ${stoppedThing(scope)}: ‘${reason}’. What waited is checked again and sent.`,
};

/** `everything of the tenant`, `payments` */
function stoppedThing(scope: string): string {
  return scope === 'tenant' ? 'everything of the tenant' : scope.replace(/^target-/, '');
}

/** A look that settles nothing although the target did answer. */
const answersThatSayNothing: Readonly<Record<string, string>> = {
  too_early: 'it answered with none, and it is too early for that to be a no',
  listing_incomplete: 'it answered with a list that is not whole, and what such a list lacks is not a no',
  charge_missing: 'it answered that it knows no such charge, which is not a no',
};

const reopenings: Readonly<Record<ProposalEventData<'ProposalReopened'>['because'], string>> = {
  effect_failed: 'what was accepted failed there later',
  effect_missing: 'a whole listing no longer holds it',
  effect_differs: 'the target holds something else than was approved',
  target_disputed: 'it stands, and what it was done to is disputed',
  never_settled: 'it was accepted and has not settled since',
  effect_found: 'it had ended as not carried out, and an effect of it is there',
};

type Verdict = ProposalEventData<'PolicyDecided'>;

function verdictOf(verdict: Verdict['verdict'], requirements: Verdict['requirements']): string {
  if (verdict === 'deny') return 'Policy denies it.';
  if (requirements.length === 0) return 'Policy allows it.';
  return `Policy asks for ${listed(requirements.map(describeRequirement))}.`;
}

const reasonsOf = (reasons: Verdict['reasons']): string =>
  ended(
    reasons.map(({ reason, section }) => `${withoutStop(reason)} (${section})`).join('; ') ||
      'no reason named',
  );

function whatOf({ kind, target, money }: ProposalEventData<'ProposalDrafted'>['action']): string {
  return `${spaced(kind)}${money === undefined ? '' : ` of ${formatMoney(money)}`} on ${target.type} ${target.id}`;
}

function receiptOf({ reference, amountMinor, currency }: Receipt): string {
  const money = moneyOf(amountMinor, currency);
  return money === undefined ? reference : `${reference}, ${formatMoney(money)}`;
}

function moneyOf(amountMinor: number | undefined, currency: string | undefined): Money | undefined {
  return amountMinor === undefined || currency === undefined ? undefined : { amountMinor, currency };
}

function findingOf(finding: ProposalEventData<'OutcomeReconciled'>['finding']): string {
  if (finding === 'happened') return 'It did happen.';
  return finding === 'did_not_happen' ? 'It did not happen, proven.' : 'Still nobody knows.';
}

const steps: Readonly<Record<string, string>> = {
  call_tool: 'look something up',
  route: 'hand it on',
  ask: 'ask the customer',
  propose: 'draft one action',
  reply: 'answer the customer',
  escalate: 'hand it to a person',
};

/** What a planner chose to do; the event of the deed itself follows and says the rest. */
function stepOf(step: string, summary: string): string {
  const deed = steps[step] ?? spaced(step);
  const named = /^[a-z_.]+/.exec(summary)?.[0] ?? '';
  return step === 'call_tool' && named !== '' ? `${deed}, ${spaced(named)}` : deed;
}

function basisOf(basis: CaseEventData<'FactEstablished'>['basis']): string {
  if (basis === 'stated') return '○ only said';
  return basis === 'policy' ? '● by the policy' : '● on record';
}

/** `order:4821/lines:2` as `order 4821, lines 2`. */
const thing = (about: string): string => about.replaceAll(':', ' ').replaceAll('/', ', ');

type Tool = CaseEventData<'ToolCalled'>;

function argumentsOf(given: Tool['arguments']): string {
  const parts = Object.values(given).filter(
    (value) => typeof value === 'string' || typeof value === 'number',
  );
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function lookedUp(outcome: Tool['outcome'], provenance: Tool['provenance']): string {
  if (outcome === 'no_answer') return 'no answer, so it is unknown and not absent.';
  if (outcome === 'not_found') return 'there is none.';
  const sources = [...new Set(provenance.map(sourceOf))];
  return sources.length === 0 ? 'answered.' : `answered from ${sources.slice(0, 3).join('; ')}.`;
}

function sourceOf({ source, section, version }: Tool['provenance'][number]): string {
  return `${shortIds(source)}${section === undefined ? '' : `, section ${section}`}${version === undefined ? '' : `, version ${version}`}`;
}

const listed = (parts: readonly string[]): string => parts.join(' and ');
const withoutStop = (text: string): string => text.replace(/\.$/, '');
