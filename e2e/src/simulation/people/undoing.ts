import { capabilities, type RecoveryPlan } from '@countersign/capabilities';
import { proposalOf } from '../invariants/ledger.js';
import type { World } from '../world.js';
import { asks } from './agent.js';
import type { Counter } from './counter.js';

const staff = ['jonas', 'sam'] as const;

/** In which way an action of a kind is taken back; undefined where its capability lists none. */
function planFor(kind: string): RecoveryPlan | undefined {
  return capabilities.byKind(kind)?.recoveries?.find(({ undoes }) => undoes === kind);
}

/**
 * Staff takes back what was carried out: soon or hours later, two people at the same moment, once more after it was
 * done, now and then before it was read back at all.
 */
export function undoes(world: World, counter: Counter, { id, when }: Undoing): void {
  const proposal = proposalOf(world, id);
  if (proposal.status === 'absent') return;
  const { draft } = proposal;
  const plan = planFor(draft.action.kind);
  if (plan === undefined) return;
  const chance = counter.chanceOf(`undo of ${id.slice(0, 8)} when ${when}`);
  // What takes something back can be taken back itself, which somebody seldom wants.
  const isWanted = chance.happens(draft.compensates === undefined ? 0.5 : 0.15);
  if (!isWanted || (when === 'not_read_back' && !chance.happens(0.3))) return;
  const [both, again] = [chance.happens(0.4), chance.happens(0.4)];
  const [first, second] = chance.happens(0.5) ? staff : [staff[1], staff[0]];
  const inMs = when === 'not_read_back' ? 0 : chance.happens(0.7) ? chance.whole(1, 300_000) : hour;
  const body = { kind: plan.kind, customer: draft.customer, arguments: {}, compensates: id };
  const ask = (subject: string, words: string) =>
    asks(world, counter, {
      ...{ subject, key: `undo ${id} ${words}` },
      body: { ...body, reference: `undo of ${id}, ${words}` },
    });
  counter.begin(async () => {
    await counter.wait(inMs);
    await Promise.all([ask(first, 'wrong'), ...(both ? [ask(second, 'wrong as well')] : [])]);
    if (!again) return;
    await counter.wait(chance.whole(1, 20) * 60_000);
    await ask(second, 'wrong again');
  });
}

interface Undoing {
  readonly id: string;
  readonly when: 'completed' | 'not_read_back';
}

const hour = 3_600_000;
