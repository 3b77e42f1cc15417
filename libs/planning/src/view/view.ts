/**
 * From the record to the planner and back: the view of a case, built from its stream alone; turns taken on it
 * within a bound of tries; and both as the case's own events. It refuses to show a planner anything that is not
 * recorded, and to take a step that the port refuses. Its one invariant: the same stream and the same instant
 * give the same view.
 */
export { caseView, type Offer, type Seen } from './case-view.js';
export { escalationReasonOf, knownSoFar } from './escalation.js';
export { type RecordedFact, recordedFacts } from './facts.js';
export { failureOf, type Planned, planWithin, type Refusals, type RefusedTurn } from './plan-within.js';
export {
  lastMessageBefore,
  type ProposalOfCase,
  proposalIdsOf,
  type SubjectOf,
} from './proposals.js';

export { type RecordedTurn, recordedTurns } from './turn-facts.js';
export { turnsForNothing } from './turns-for-nothing.js';
export { waitAfter } from './wait-after.js';

/** Where a service finds its planner; another adapter is provided under the same token. */
export const plannerToken = 'countersign:planner';
