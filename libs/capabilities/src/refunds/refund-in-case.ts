import type { Action, JsonObject } from '@countersign/domain';
import type { InCase } from '../in-case.js';

/** Refunds are spoken of by the order that they are of. */
export const refundInCase: InCase = {
  subjectOf: ({ orderId }) => (typeof orderId === 'string' ? `order:${orderId}` : undefined),
  unknownAfter: ({ tool, arguments: args, before }) => {
    // A tool that names no order was asked about the one that was looked at last.
    const orderId = [...before.map((look) => look.arguments), args].findLast(
      (one) => one['orderId'] !== undefined,
    )?.['orderId'];
    return {
      fact: tool === 'search_policy' ? 'policy' : 'order',
      about: typeof orderId === 'string' ? `order:${orderId}` : 'orders',
    };
  },
  changes: (now, old, asked) => {
    if (now.arguments['orderId'] !== old.arguments['orderId']) return false;
    return /\binstead\b|\brather than\b/i.test(asked) || shareLine(now, old);
  },
  changeInWords: (now, old) => {
    const lines = (action: Action) =>
      lineIds(action).length === 0 ? 'no lines' : `line ${lineIds(action).join(', ')}`;
    return lines(old) === lines(now) ? undefined : `${lines(now)} instead of ${lines(old)}`;
  },
};

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
