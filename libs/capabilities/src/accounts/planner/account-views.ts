import type { ToolResult } from '@countersign/planning';
import { isObject } from '@countersign/planning/rules';

export interface AccountSeen {
  readonly id: string;
  readonly status: string;
}

export interface DuplicateSeen {
  readonly chargeId: string;
  readonly duplicateOf: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/** The accounts in what `read_accounts` returned; what has another shape is none. */
export function accountsIn({ data }: ToolResult): readonly AccountSeen[] {
  if (!Array.isArray(data)) return [];
  return data.flatMap((item) => {
    if (!isObject(item)) return [];
    const { accountId, status } = item;
    return typeof accountId === 'string' && typeof status === 'string' ? [{ id: accountId, status }] : [];
  });
}

/** The double charges in what `list_account_charges` returned; undefined where that is about anything else. */
export function duplicatesIn({ data }: ToolResult, accountId: string): readonly DuplicateSeen[] | undefined {
  if (!isObject(data) || data['accountId'] !== accountId || !Array.isArray(data['duplicates']))
    return undefined;
  const seen = data['duplicates'].flatMap((item): DuplicateSeen[] => {
    if (!isObject(item)) return [];
    const { chargeId, duplicateOf, amountMinor, currency } = item;
    if (typeof chargeId !== 'string' || typeof duplicateOf !== 'string') return [];
    return typeof amountMinor === 'number' && typeof currency === 'string'
      ? [{ chargeId, duplicateOf, amountMinor, currency }]
      : [];
  });
  return seen.length === data['duplicates'].length ? seen : undefined;
}
