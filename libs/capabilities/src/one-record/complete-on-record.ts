import { type Action, formatMoney, type JsonObject, type Money, moneyFault } from '@countersign/domain';
import { checkSchema, type Json } from '@countersign/planning';
import type { Asked, Completed, OnBehalfOf } from '../capability.js';
import { refused, stated } from '../drafting.js';
import { argumentsSchema, namesOf, type RecordAction } from './record-action.js';
import type { RecordReader } from './record-reader.js';
import { type OwnedRecord, type Shape, shownOf } from './record-shape.js';

/** The exact action: which record is asked for, and everything else is what the record says. */
export async function completeOnRecord<S extends Shape>(
  { of, reader }: { readonly of: RecordAction<S>; readonly reader: RecordReader<S> },
  asked: Asked,
  { tenant, customer }: OnBehalfOf,
): Promise<Completed> {
  const args = asked.arguments as JsonObject;
  const faults = checkSchema(args, argumentsSchema(of) as Json, 'arguments');
  if (faults.length > 0) return { outcome: 'refused', faults };
  const { idName, noun } = namesOf(of);
  const found = await reader.one(tenant, String(args[idName]));
  if (found.outcome === 'no_answer') return { outcome: 'no_answer', code: `${of.system}_${found.code}` };
  // Somebody else's record is the same answer as a made-up one: ownership is not a thing to probe.
  if (found.outcome === 'not_found' || found.value.customerId !== customer)
    return refused(`arguments.${idName}`, `this customer has no such ${noun}`);
  const money = of.money?.(found.value);
  const wrong = amountFault(money, asked.money);
  if (wrong !== undefined) return refused('amountMinor', wrong);
  const drafted = { record: found.value, readAt: found.readAt, ...(money === undefined ? {} : { money }) };
  return { outcome: 'completed', action: actionOn(of, asked, drafted) };
}

/** An amount that somebody states is held against the record's, never taken over. */
function amountFault(money: Money | undefined, claimed: Asked['money']): string | undefined {
  if (money === undefined) return claimed === undefined ? undefined : 'this moves no money';
  const fault = moneyFault(money);
  if (fault !== undefined) return fault.message;
  if (claimed === undefined) return undefined;
  const isSame = claimed.amountMinor === money.amountMinor && claimed.currency === money.currency;
  return isSame ? undefined : `the record says ${formatMoney(money)}, and no other amount`;
}

interface Drafted<S extends Shape> {
  readonly record: OwnedRecord<S>;
  readonly readAt: string;
  readonly money?: Money;
}

function actionOn<S extends Shape>(
  of: RecordAction<S>,
  asked: Asked,
  { record, readAt, money }: Drafted<S>,
): Action {
  const source = resourceOf(of, record.id);
  const version = String(record.version);
  const seen = Object.entries(shownOf(of.fields, record)).map(
    ([fact, value]) => ({ fact, value, basis: 'record', source, version, readAt }) as const,
  );
  return {
    kind: of.kind,
    target: { type: namesOf(of).record, id: record.id },
    arguments: asked.arguments as JsonObject,
    ...(money === undefined ? {} : { money }),
    evidence: [...seen, ...stated(asked)],
    resourceVersions: [{ resource: source, version }],
  };
}

/** `late-fees/fee_31`, in the words of evidence and versions. */
export function resourceOf(
  { system, capability }: { readonly system: string; readonly capability: string },
  id: string,
): string {
  return system === capability ? `${system}/${id}` : `${system}/${capability}/${id}`;
}
