import { capabilities } from '@countersign/capabilities';
import type { RecordedEvent } from '@countersign/contracts';
import {
  type Case,
  type CaseCommand,
  type Drafted,
  decideCase,
  evolveCase,
  type Instant,
  isFinal,
  type OpenedCase,
} from '@countersign/domain';
import { attachment } from '../attach-proposal-when-drafted.js';
import { statusTold, wordsWhenMoved } from '../words/proposal-words.js';
import { replyTo, type Words } from '../words/reply.js';
import type { AroundMove } from './around-move.js';

export interface Moved extends AroundMove {
  readonly heard: RecordedEvent;
  readonly after: Drafted;
  readonly at: Instant;
}

/** What a case records when one of its proposals moved: the new state, the words for it, and perhaps its end. */
export function observeProposal(state: OpenedCase, moved: Moved): CaseCommand[] {
  const { heard, after, at } = moved;
  const standing = newStanding(state, moved);
  const commands: CaseCommand[] = [attachment(after.draft), ...standing];
  const words = shownTogether(wordsWhenMoved(heard, moved), state, after);
  if (words !== undefined && !wasJustSaid(state, words)) commands.push(replyTo(heard, words, at));
  if (standing.length === 0) return commands;
  return [...commands, ...ending(commands.reduce(apply, state as Case), moved)];
}

/**
 * A standing is observed once for as long as it lasts, and only a new one can open or end the case: policy that asks
 * for a person and the asking itself are one standing. `completed` is observed at each claim that it is read back.
 */
function newStanding(state: OpenedCase, { heard, before, after, observed, at }: Moved): CaseCommand[] {
  const status = statusTold(after, before);
  if (status === observed && status !== 'completed') return [];
  const { proposalId } = after.draft;
  const observe: CaseCommand = {
    type: 'observe_action',
    fact: { proposalId, status, eventId: heard.id, at },
  };
  if (state.status !== 'completed' || isFinal(status)) return [observe];
  return [observe, { type: 'reopen', fact: { proposalId, reason: reasonOf(after), at } }];
}

/**
 * A card is shown together with every other one of the case that waits, so that nobody decides on one without having
 * seen the rest (S30). What it replaces is none of them.
 */
function shownTogether(
  words: Words | undefined,
  { proposals }: OpenedCase,
  after: Drafted,
): Words | undefined {
  if (words?.cards === undefined) return words;
  const { proposalId, supersedes } = after.draft;
  const beside = proposals.filter(
    (p) => p.status === 'awaiting_approval' && p.proposalId !== proposalId && p.proposalId !== supersedes,
  );
  if (beside.length === 0) return words;
  const also = beside.map(({ summary }) => summary).join('; ');
  const text = `${words.text} Beside it waits: ${also}. Each is decided by itself, on its own card.`;
  return { ...words, text, cards: [...words.cards, ...beside.map((draft) => ({ draft }))] };
}

/** What a person found to stand is completed a second time; the customer heard of it the first time. */
function wasJustSaid({ replies }: OpenedCase, { code, text }: Words): boolean {
  return code === 'completed' && replies.at(-1)?.text === text;
}

const reasonOf = (state: Drafted): string =>
  state.status === 'in_review' ? state.review.reason : state.status;

/** A case that a person has taken over is theirs to end. */
function ending(state: Case, { heard, after, at }: Moved): CaseCommand[] {
  if (state.status !== 'open' || stepsToCome(state, after)) return [];
  const settle: CaseCommand = { type: 'settle', at };
  const decision = decideCase(settle, state);
  const [settled] = decision.outcome === 'accepted' ? decision.events : [];
  if (settled?.type !== 'CaseCompleted') return [];
  if (settled.data.outcome !== 'partially_completed') return [settle];
  return [settle, replyTo(heard, { code: 'partially_completed', text: halves(state) }, at)];
}

/** Forward steps of what was carried out belong to the matter: they are drafted when the very same event is heard. */
function stepsToCome({ proposals }: OpenedCase, after: Drafted): boolean {
  if (after.status !== 'completed') return false;
  const { proposalId, action } = after.draft;
  const done = { proposalId, action, receipt: after.completed.receipt };
  const steps = capabilities.byKind(action.kind)?.followUps?.(done) ?? [];
  return steps.some(({ kind }) => !proposals.some((attached) => attached.kind === kind));
}

/** Half done says which half (S31). */
function halves({ proposals }: OpenedCase): string {
  const own = proposals.filter((p) => p.status !== 'superseded' && p.status !== 'duplicate');
  const done = own.filter((p) => p.status === 'completed').map((p) => p.summary);
  const not = own.filter((p) => p.status !== 'completed').map((p) => p.summary);
  return `${capital(inWords(done.length))} of ${inWords(own.length)} carried out. Carried out: ${done.join('; ')}. Not carried out: ${not.join('; ')}.`;
}

const numbers = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const inWords = (count: number): string => numbers[count] ?? String(count);
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function apply(state: Case, command: CaseCommand): Case {
  const decision = decideCase(command, state);
  return decision.outcome === 'accepted' ? decision.events.reduce(evolveCase, state) : state;
}
