import type { ProposalCommand } from '../proposal/commands.js';
import type { RecoveryStep } from '../proposal/events.js';
import type { Person, Requirement } from '../proposal/requirements.js';
import type { Proposal } from '../proposal/state.js';
import { report, reportTypes } from './honest-report.js';
import { ada, at, jonas, maya, priya, sam } from './people.js';
import { command, commandTypes, grant } from './proposal-commands.js';
import { digest, look, nothingFound, otherDigest, plainData } from './proposal-facts.js';
import { type Luck, World } from './world.js';

/** One draw of chance: who does what next, on which sight, after how long. */
export interface Move {
  readonly worker: number;
  /** A worker that does not read first decides on what it knew. */
  readonly reads: boolean;
  /** The command that moves the proposal on, or any command at all. */
  readonly what: 'onward' | ProposalCommand['type'];
  readonly person: number;
  readonly slot: number;
  readonly rightDigest: boolean;
  readonly waits: number;
  readonly luck: Luck;
  readonly verdict: number;
  readonly choice: number;
}

export const people: readonly Person[] = [ada, jonas, maya, priya, sam];
export const whats = ['onward', ...commandTypes] as const;
export const lucks: readonly Luck[] = [
  'done',
  'answer_lost',
  'request_lost',
  'refused',
  'busy',
  'busy_but_done',
];

const consent: Requirement = { slot: 'customer', basis: 'consent', person: ada.subject };
const manager: Requirement = { slot: 'manager', basis: 'approval', role: 'support_manager' };
const second: Requirement = { ...manager, slot: 'second_manager' };
const slots = ['customer', 'manager', 'second_manager'];
export const requirementLists: readonly (readonly Requirement[])[] = [
  [],
  [consent],
  [manager],
  [consent, manager],
  [manager, second],
];

/** Plays every move and leaves the world as it came out. */
export function play(moves: readonly Move[]): World {
  const world = new World();
  for (const move of moves) step(world, move);
  return world;
}

function step(world: World, move: Move): void {
  world.pass(move.waits);
  const state = move.reads ? world.read(move.worker) : world.known(move.worker);
  const type = move.what === 'onward' ? onward(state, move) : move.what;
  world.act(move.worker, commandOf(type, world, state, move), move.luck);
}

/** The command that the services would send next in this phase. */
function onward(state: Proposal, move: Move): ProposalCommand['type'] {
  switch (state.status) {
    case 'absent':
      return 'draft';
    case 'being_checked':
      return 'decide_policy';
    case 'awaiting_approval':
      return state.asked.status === 'asked' ? 'grant' : 'request_approval';
    case 'approved':
    case 'retry_scheduled':
    case 'held':
      return 'start_execution';
    case 'executing':
      return reportTypes[move.luck];
    case 'succeeded':
      return 'complete';
    case 'outcome_unknown':
      return move.choice === 0 ? 'request_review' : 'reconcile';
    case 'in_review':
      return state.resolution.status === 'none' ? 'propose_resolution' : 'sign_resolution';
    case 'failed':
    case 'retries_exhausted':
    case 'reopened':
      return 'request_review';
    case 'completed':
      return move.choice === 0 ? 'reopen' : 'add_note';
    default:
      return 'add_note';
  }
}

/** A command as an honest service would fill it in: nobody lies about what the target did. */
function commandOf(
  type: ProposalCommand['type'],
  world: World,
  state: Proposal,
  move: Move,
): ProposalCommand {
  const now = world.now();
  const by = people[move.person] ?? ada;
  const slot = slots[move.slot] ?? 'customer';
  const said = move.rightDigest ? digest : otherDigest;
  switch (type) {
    case 'decide_policy':
      return policy(move);
    case 'grant': {
      const basis = slot === 'customer' ? 'consent' : 'approval';
      const expiresAt = new Date(Date.parse(now) + 900_000).toISOString();
      return grant({ slot, basis, approver: by, digest: said, grantedAt: now, expiresAt });
    }
    case 'reject':
      return command('reject', { slot, by, digest: said, at: now });
    case 'request_approval':
    case 'expire':
      return command(type, { at: now });
    case 'start_execution':
      // Some workers' calls take longer than whoever looks was told.
      return command('start_execution', {
        digest: said,
        at: now,
        settlesAt: at(move.choice === 2 ? 200 : 130),
      });
    case 'reconcile':
    case 'complete':
    case 'reopen':
    case 'request_review':
    case 'propose_resolution':
    case 'sign_resolution':
      return recovery(type, world, state, by, move);
    default:
      return report(type, world, state, move);
  }
}

function policy(move: Move): ProposalCommand {
  const requirements = requirementLists[move.verdict] ?? [];
  const verdict =
    move.choice === 1 && move.verdict === 0 ? 'deny' : requirements.length === 0 ? 'allow' : 'requirements';
  return command('decide_policy', { fact: { ...plainData.PolicyDecided, verdict, requirements } });
}

type RecoveryType =
  | 'reconcile'
  | 'complete'
  | 'reopen'
  | 'request_review'
  | 'propose_resolution'
  | 'sign_resolution';

function recovery(
  type: RecoveryType,
  world: World,
  state: Proposal,
  by: Person,
  move: Move,
): ProposalCommand {
  const evidence = lookAt(world);
  switch (type) {
    case 'reopen':
      return lateFact(world, move);
    case 'reconcile': {
      const honest = world.effects === 0 ? 'did_not_happen' : world.failedLate ? 'inconclusive' : 'happened';
      const finding = move.choice === 1 ? 'inconclusive' : honest;
      return command('reconcile', { fact: { ...plainData.OutcomeReconciled, finding, evidence } });
    }
    case 'complete':
      return command('complete', { fact: { ...plainData.ProposalCompleted, evidence } });
    case 'request_review': {
      const steps = plainData.ReviewRequested.allowedSteps;
      const isOver = ['failed', 'reopened'].includes(state.status) || world.failedLate;
      const allowedSteps = isOver ? steps.filter((s) => s !== 'send_again') : steps;
      const reason = world.failedLate ? 'effect_failed' : plainData.ReviewRequested.reason;
      const fact = { ...plainData.ReviewRequested, reason, allowedSteps, evidence };
      return command('request_review', { fact });
    }
    case 'propose_resolution': {
      // Whoever looks sees what was done and failed since as well, and sends only what was never done.
      const undone: readonly RecoveryStep[] = ['record_did_not_happen', 'close'];
      const absent = world.effects > 0 ? undone : (['send_again', ...undone] as const);
      const honest = world.standing() > 0 ? 'record_happened' : absent[move.choice];
      return command('propose_resolution', { by, step: honest ?? 'close' });
    }
    case 'sign_resolution':
      return command('sign_resolution', { by });
  }
}

const lookAt = (world: World) => (world.effects === 0 ? nothingFound : look({ found: world.found() }));

/** The bank gives it back, somebody disputes it, or it never settles; whoever says so has looked. */
function lateFact(world: World, move: Move): ProposalCommand {
  if (move.choice === 0 && world.effects > 0) world.failedLate = true;
  const reasons = ['effect_failed', 'target_disputed', 'never_settled'] as const;
  const because = world.failedLate ? 'effect_failed' : (reasons[move.choice] ?? 'never_settled');
  const { evidence: _none, ...rest } = plainData.ProposalReopened;
  const evidence = look({ found: world.found(), disputed: true });
  return command('reopen', {
    fact: { ...rest, because, ...(because === 'never_settled' ? {} : { evidence }) },
  });
}
