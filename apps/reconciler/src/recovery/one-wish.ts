import { capabilities } from '@countersign/capabilities';
import { type Drafted, isFoundAfterEnd, type Proposal, stateWord } from '@countersign/domain';
import type { ProposalStreams } from '@countersign/messaging';

/** A proposal of the one wish that several stand for, each in the place of the one before it. */
export interface OfOneWish {
  readonly proposalId: string;
  readonly sentence: string;
  readonly state: string;
  readonly stateWord: string;
  /** How it can be taken back, or why it cannot be now. */
  readonly undo: string;
}

/**
 * Where an effect of what was replaced shows up later, the wish may have been done twice: all that stand for it, the
 * oldest first, with the way to take each back. Empty where nothing of the kind was found, or it stands alone.
 */
export async function ofOneWish(
  proposals: Pick<ProposalStreams, 'load'>,
  state: Drafted,
): Promise<readonly OfOneWish[]> {
  if (!isFoundAfterEnd(state) && state.replacedBy === undefined) return [];
  const { tenant } = state.draft;
  const all = new Map<string, Drafted>([[state.draft.proposalId, state]]);
  const follow = async (next: (of: Drafted) => string | undefined): Promise<readonly Drafted[]> => {
    const found: Drafted[] = [];
    let id = next(state);
    while (id !== undefined && !all.has(id)) {
      const { state: other } = await proposals.load(tenant, id);
      if (other.status === 'absent') break;
      all.set(id, other);
      found.push(other);
      id = next(other);
    }
    return found;
  };
  const before = await follow(({ draft }) => (draft.supersedes === 'none' ? undefined : draft.supersedes));
  const after = await follow(takenPlaceOf);
  const wish = [...before.toReversed(), state, ...after];
  return wish.length === 1 ? [] : wish.map(shown);
}

function takenPlaceOf(state: Exclude<Proposal, { status: 'absent' }>): string | undefined {
  return state.status === 'superseded' ? state.superseded.by : state.replacedBy;
}

function shown(state: Drafted): OfOneWish {
  const { proposalId, action } = state.draft;
  const sentence = capabilities.byKind(action.kind)?.card(action).sentence ?? action.kind;
  return { proposalId, sentence, state: state.status, stateWord: stateWord(state), undo: undoWords(state) };
}

function undoWords({ status, draft: { proposalId, action } }: Drafted): string {
  const ways = (capabilities.byKind(action.kind)?.recoveries ?? []).filter(
    ({ undoes }) => undoes === action.kind,
  );
  const names = ways.map(({ name }) => name).join(', ');
  if (ways.length === 0)
    return `Nothing takes ${action.kind} back: settle it with the customer or at the target.`;
  return status === 'completed'
    ? `countersign undo ${proposalId} (${names})`
    : `Not now: only what was carried out and read back can be taken back (${names}).`;
}
