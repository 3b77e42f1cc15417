import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { capabilities, type RecoveryPlan } from '@countersign/capabilities';
import { askService } from '../instance/ask-service.js';
import type { AskedAt } from '../instance/asked-at.js';
import { CommandRefused } from '../terminal/refusal.js';
import { visible } from '../terminal/visible.js';
import { shortId, spaced } from '../words/phrases.js';

/** What the gateway shows of a proposal, as far as an undo needs it. */
export interface ProposalSeen {
  readonly proposalId: string;
  readonly kind: string;
  readonly customer: string;
  readonly target: { readonly type: string; readonly id: string };
  readonly amount?: { readonly formatted: string };
  readonly status: string;
  readonly state: string;
  readonly reasons?: readonly { readonly reason: string }[];
  readonly requirements: readonly { readonly description: string }[];
}

export interface UndoAsked {
  readonly first: ProposalSeen;
  readonly plan: RecoveryPlan;
  /** The proposal that takes the first one back, as it stood when it was asked about last. */
  readonly undo: ProposalSeen;
}

const seen = ({ url, token }: AskedAt, id: string): Promise<ProposalSeen> =>
  askService<ProposalSeen>(`${url}/v1/proposals/${id}`, { token });

/**
 * Asks for a proposal that takes a completed one back, in the way its capability lists, and waits a moment for what
 * policy says of it. The same words again are the same request.
 * @throws CommandRefused where nothing takes it back, or the gateway refuses.
 */
export async function askUndo(
  gateway: AskedAt,
  { id, reason, way }: { readonly id: string; readonly reason: string; readonly way?: string | undefined },
): Promise<UndoAsked> {
  const first = await seen(gateway, id);
  const plan = planFor(first, way);
  const words = createHash('sha256').update(reason).digest('hex').slice(0, 16);
  const { proposalId } = await askService<{ proposalId: string }>(`${gateway.url}/v1/proposals`, {
    token: gateway.token,
    headers: { 'idempotency-key': `undo-${id}-${plan.name}-${words}` },
    body: {
      ...{ kind: plan.kind, customer: first.customer, arguments: {}, compensates: id },
      reference: `undo of ${id}`,
      statements: [{ fact: 'reasonForUndo', value: reason, source: 'countersign undo' }],
    },
  });
  return { first, plan, undo: await checked(gateway, proposalId) };
}

function planFor({ kind, proposalId, status, state }: ProposalSeen, way: string | undefined): RecoveryPlan {
  const plans = (capabilities.byKind(kind)?.recoveries ?? []).filter(({ undoes }) => undoes === kind);
  if (plans.length === 0) {
    throw new CommandRefused(`Nothing takes ${spaced(kind)} back: its capability lists no way.`);
  }
  if (status !== 'completed') {
    throw new CommandRefused(
      `Proposal ${shortId(proposalId)} is not completed (${visible(state)}); only what was read back can be taken back.`,
    );
  }
  const named = way === undefined ? plans : plans.filter(({ name }) => name === way);
  const [only, ...others] = named;
  const names = plans.map(({ name }) => name).join(', ');
  if (only === undefined)
    throw new CommandRefused(`There is no way ${visible(way ?? '')} to take it back; there is: ${names}.`);
  if (others.length > 0) throw new CommandRefused(`There is more than one way; give --way: ${names}.`);
  return only;
}

const tries = { max: 40, everyMs: 250 };

/** Until policy has spoken, or for ten seconds. */
async function checked(gateway: AskedAt, id: string): Promise<ProposalSeen> {
  for (let tried = 1; ; tried += 1) {
    const undo = await seen(gateway, id);
    if (undo.status !== 'being_checked' || tried >= tries.max) return undo;
    await wait(tries.everyMs);
  }
}
