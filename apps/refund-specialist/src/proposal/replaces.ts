import { intentOfAction } from '@countersign/capabilities';
import { type Action, type Drafted, formatMoney, type JsonObject, type TenantId } from '@countersign/domain';

const nothingSent: readonly Drafted['status'][] = [
  'being_checked',
  'awaiting_approval',
  'approved',
  'retry_scheduled',
  'retries_exhausted',
];

export interface Change {
  readonly of: Drafted;
  readonly words: string;
}

/**
 * The proposal that this action changes, if any (S05): of the same kind and order, not sent yet, and sharing a
 * line with it, or named by the customer as what they want something else instead of. The same thing asked again
 * changes nothing (policy marks it as the duplicate it is, C03); other lines of the order stand beside it (S16).
 */
export function changeOf(
  action: Action,
  proposals: readonly Drafted[],
  { tenant, asked }: { readonly tenant: TenantId; readonly asked: string },
): Change | undefined {
  const instead = /\binstead\b|\brather than\b/i.test(asked);
  const of = proposals.findLast(({ status, draft }) => {
    const old = draft.action;
    if (!nothingSent.includes(status) || old.kind !== action.kind) return false;
    if (old.arguments['orderId'] !== action.arguments['orderId']) return false;
    if (draft.intent === intentOfAction(tenant, action)) return false;
    return instead || shareLine(old, action);
  });
  return of === undefined ? undefined : { of, words: changeInWords(of.draft.action, action) };
}

/** An action that names no line is about the order as a whole. */
function shareLine(a: Action, b: Action): boolean {
  const [first, second] = [lineIds(a), lineIds(b)];
  if (first.length === 0 || second.length === 0) return true;
  return first.some((id) => second.includes(id));
}

function lineIds({ arguments: args }: Action): string[] {
  const lines = Array.isArray(args['lines']) ? (args['lines'] as readonly JsonObject[]) : [];
  return lines.map((line) => String(line['lineId']));
}

/** `42.00 EUR instead of 79.00 EUR` */
export function changeInWords(old: Action, now: Action): string {
  const amount = (action: Action) => (action.money === undefined ? 'no amount' : formatMoney(action.money));
  if (amount(old) !== amount(now)) return `${amount(now)} instead of ${amount(old)}`;
  const lines = (action: Action) =>
    lineIds(action).length === 0 ? 'no lines' : `line ${lineIds(action).join(', ')}`;
  return lines(old) === lines(now) ? 'other arguments or evidence' : `${lines(now)} instead of ${lines(old)}`;
}
