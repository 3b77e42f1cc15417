import type { CapabilityReads, FoundOutcome, ListEffects } from '@countersign/capabilities';
import { type ComparedWindow, sentIn, type TenantId } from '@countersign/domain';
import type { ReadModels } from '@countersign/event-store';
import type { ProposalStreams } from '@countersign/messaging';
import { askTarget } from '../look/ask-target.js';
import { familyOf } from '../look/cause-family.js';
import type { Confirmed, Ledgers } from './compare-ledgers.js';
import { differenceId } from './difference-id.js';
import { type DifferenceRow, differencesModel } from './difference-row.js';
import type { Finding, Known, Standing } from './findings.js';
import { judge, needsProof, type Unit } from './judge.js';
import { type Claim, claimOf, claimsModel } from './our-claim.js';
import type { Judged } from './tally.js';

/** A system whose ledger can be listed, and how what a capability did there is asked for. */
export interface ComparedTarget {
  readonly system: string;
  readonly list: ListEffects;
  readonly readsOf: (capability: string) => Pick<CapabilityReads, 'findOutcome'> | undefined;
}

export interface LedgerPorts {
  readonly proposals: ProposalStreams;
  readonly models: Pick<ReadModels, 'list' | 'getMany'>;
  readonly nowMs: () => number;
}

export interface LedgersAsked {
  readonly tenant: TenantId;
  readonly target: ComparedTarget;
  readonly window: ComparedWindow;
  readonly bandMs: number;
}

/** Both ledgers of a tenant over a window, stretched by the band so that a call and its effect meet at its ends. */
export function tenantLedgers(ports: LedgerPorts, asked: LedgersAsked): Ledgers {
  const { tenant, target, window, bandMs } = asked;
  const from = new Date(Date.parse(window.from) - bandMs).toISOString();
  const before = new Date(Date.parse(window.to) + bandMs).toISOString();
  const ours = (claim: Claim) => claim.system === target.system;
  return {
    async effects(after) {
      try {
        return await target.list({ tenant, from, to: before }, after);
      } catch {
        return { outcome: 'no_answer', code: 'look_failed' };
      }
    },
    async claims(after) {
      const page = await ports.models.list<Claim>({
        ...{ name: claimsModel, tenant, from, before, descending: true, limit: 200 },
        ...(after === undefined ? {} : { after }),
      });
      const claims = page.entries.map(({ document }) => document).filter(ours);
      return { claims, next: page.next ?? 'end' };
    },
    claimsOf: (ids) => claimsOf(ports, tenant, ids),
    confirm: (unit) => confirm(ports, asked, unit),
    known: (findings) => knownOf(ports, { tenant, system: target.system }, findings),
  };
}

/** From the read model, and from the streams for proposals that were never sent. */
async function claimsOf(
  { proposals, models }: LedgerPorts,
  tenant: TenantId,
  ids: readonly string[],
): Promise<readonly Claim[]> {
  const known: Claim[] = [];
  for (let at = 0; at < ids.length; at += 200) {
    const streams = ids.slice(at, at + 200).map((id) => `proposal-${id}`);
    const entries = await models.getMany<Claim>(claimsModel, tenant, streams);
    known.push(...entries.map(({ document }) => document));
  }
  const sent = new Set(known.map(({ proposalId }) => String(proposalId)));
  for (const id of ids.filter((one) => !sent.has(one) && uuid.test(one))) {
    const { state, events } = await proposals.load(tenant, id);
    if (state.status !== 'absent') known.push(claimOf(state, sentIn(events).lastSentAt));
  }
  return known;
}

/** From the read model: what it does not know yet is found again, which is then no second item. */
async function knownOf(
  { models }: LedgerPorts,
  of: { readonly tenant: TenantId; readonly system: string },
  findings: readonly Finding[],
): Promise<readonly Known[]> {
  const ids = findings.map((finding) => differenceId(of, finding));
  const standing = new Map<string, Standing>();
  for (let at = 0; at < ids.length; at += 200) {
    const streams = ids.slice(at, at + 200).map((id) => `difference-${id}`);
    for (const { document } of await models.getMany<DifferenceRow>(differencesModel, of.tenant, streams)) {
      standing.set(document.differenceId, document.standing);
    }
  }
  return ids.map((id) => ({ differenceId: id, standing: standing.get(id) ?? 'fresh' }));
}

/** What somebody else wrote into the target as an operation id is no reason to look for a stream of that name. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** On the stream as it is now, and on the target's own answer where the listing alone proves nothing. */
async function confirm(
  { proposals, nowMs }: LedgerPorts,
  { tenant, target }: LedgersAsked,
  seen: Unit,
): Promise<Confirmed> {
  const { operationId, effects } = seen;
  if (operationId === undefined || !uuid.test(operationId)) {
    return { outcome: 'judged', unit: seen, judged: judge(seen) };
  }
  const { state, events } = await proposals.load(tenant, operationId);
  const sent = sentIn(events);
  const isOurs = state.status !== 'absent';
  const unit: Unit = { operationId, effects, ...(isOurs ? { claim: claimOf(state, sent.lastSentAt) } : {}) };
  const judged = judge(unit);
  if (!isOurs || judged.verdict !== 'differs' || !needsProof(judged, unit)) {
    return { outcome: 'judged', unit, judged };
  }
  const reads = target.readsOf(state.draft.capability.name);
  const found = await askTarget({ reads, sent, nowMs }, state);
  if (found.outcome === 'no_answer' && familyOf(found.code) !== 'own') {
    return { outcome: 'no_answer', code: found.code };
  }
  return { outcome: 'judged', unit, judged: proven(judged, found) };
}

/** A look that settles nothing is no finding: a later comparison asks again. */
function proven(judged: Extract<Judged, { verdict: 'differs' }>, found: FoundOutcome): Judged {
  if (found.outcome === 'no_answer') return { verdict: 'undecided' };
  const proof = judged.kind === 'effect_missing' ? 'absent' : 'contradicts';
  return found.outcome === proof ? judged : { verdict: 'elsewhere' };
}
