import type { Action, Money } from '@countersign/domain';
import type { CapabilityReads, OnBehalfOf, ToolAnswer } from '../capability.js';
import { movedOn } from '../drafting.js';
import { ledgerOf } from '../effect-listing.js';
import type { PolicySubject } from '../judging.js';
import { type Need, type ReadSide, readSide } from '../outside.js';
import { type Held, outcomeOf } from '../own-operation.js';
import { answered, nothing, type ToolCall } from '../tool-answer.js';
import { completeOnRecord, resourceOf } from './complete-on-record.js';
import { furtherArguments, namesOf, type RecordAction, saysTheSame } from './record-action.js';
import { type KeptOperation, type RecordReader, recordReader } from './record-reader.js';
import { type OwnedRecord, type Shape, shownOf } from './record-shape.js';

/** The export `reads` of a capability of this kind: its one system, to draft, to judge and to settle. */
export function readsOf<S extends Shape>(of: RecordAction<S>): ReadSide<{ readonly records: Need }> {
  return readSide({
    needs: { records: { system: of.system, purpose: 'read', drafting: true } },
    open: ({ records }, { settleWindowMs }) => recordReads(of, recordReader(of, records, settleWindowMs)),
  });
}

export function recordReads<S extends Shape>(
  of: RecordAction<S>,
  reader: RecordReader<S>,
): CapabilityReads<OwnedRecord<S>> {
  const { noun } = namesOf(of);
  return {
    callTool: (tool, args, forWhom) => listOwn(of, reader, { tool, args, forWhom }),
    complete: (asked, forWhom) => completeOnRecord({ of, reader }, asked, forWhom),
    async situation({ target }, { tenant }) {
      const found = await reader.one(tenant, target.id);
      if (found.outcome === 'no_answer') return { outcome: 'no_answer', code: `${of.system}_${found.code}` };
      if (found.outcome === 'not_found')
        return { outcome: 'gone', difference: `${noun} ${target.id} is no longer there.` };
      return { outcome: 'read', records: found.value, readAt: found.readAt };
    },
    differences: (action, { id, version }) =>
      movedOn(action, { resource: resourceOf(of, id), name: `${noun} ${id}`, version }),
    policySubject: (_action, record, judging) =>
      subject(of, record, (name) => of.facts[name]?.(record, judging) ?? 'unknown'),
    unknownSubject: (action, forWhom, { why }) => subject(of, whose(action, forWhom, why), () => 'unknown'),
    findOutcome: async (operationId, action, lastSentAt) =>
      outcomeOf(await reader.operation({ operationId, lastSentAt }), (kept) => heldAs(of, action, kept)),
    ledgers: { [of.system]: ledgerOf(reader.ledger) },
  };
}

/** Tenant and ownership come from the identity; what comes back is data. */
async function listOwn<S extends Shape>(
  of: RecordAction<S>,
  reader: RecordReader<S>,
  { tool, forWhom: { tenant, customer } }: ToolCall,
): Promise<ToolAnswer> {
  if (tool !== namesOf(of).tool) return nothing('not_found', 'unknown_tool');
  const found = await reader.ownedBy(tenant, customer);
  if (found.outcome === 'no_answer') return nothing('no_answer', `${of.system}_${found.code}`);
  const listed = found.outcome === 'found' ? found.value : [];
  const own = listed.filter((record) => record.tenant === tenant && record.customerId === customer);
  if (found.outcome === 'not_found' || own.length === 0) return nothing('not_found', 'no_records');
  const shown = own.map((record) => ({
    ...{ id: record.id, version: record.version },
    ...shownOf(of.fields, record),
  }));
  return answered(shown, of.system, found.readAt);
}

interface Whose {
  readonly id: string;
  readonly tenant: string;
  readonly customerId: string;
}

/** Of a record that is gone, nobody knows whose it was. */
function whose({ target }: Action, { tenant, customer }: OnBehalfOf, why: 'unreadable' | 'gone'): Whose {
  return { id: target.id, tenant, customerId: why === 'gone' ? '' : customer };
}

function subject<S extends Shape>(
  of: RecordAction<S>,
  { id, tenant, customerId }: Whose,
  factOf: (name: string) => PolicySubject['facts'][string],
): PolicySubject {
  return {
    resource: { type: namesOf(of).entity, id, customerId, tenant, attributes: {} },
    facts: Object.fromEntries(Object.keys(of.facts).map((name) => [name, factOf(name)])),
  };
}

/** Ours only if it is of this very record, with this amount and everything else that was approved. */
function heldAs<S extends Shape>(of: RecordAction<S>, action: Action, held: KeptOperation): Held {
  const { kind, reference, recordId, fields } = held;
  const approved = { ...furtherArguments(of, action.arguments), ...action.money };
  return {
    receipt: { reference, ...moneyIn(fields), settled: 'settled', details: { kind } },
    asApproved: kind === action.kind && recordId === action.target.id && saysTheSame(fields, approved),
  };
}

function moneyIn({ amountMinor, currency }: Readonly<Record<string, unknown>>): Partial<Money> {
  return typeof amountMinor === 'number' && typeof currency === 'string' ? { amountMinor, currency } : {};
}
