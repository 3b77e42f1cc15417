import type { EffectSeen } from '@countersign/domain';
import type { Connection } from '../network/connection.js';
import type { Fields } from '../network/shape.js';
import type { ReadResult } from '../result/read-result.js';
import { type LedgerAsked, type LedgerPage, listLedger } from './list-ledger.js';
import { type OperationLook, type Sought, seekOperation } from './seek-operation.js';

/** What a system that keeps every operation is asked about effects, beside its records. */
export interface Operations<Kept> {
  operation(sought: Sought): Promise<OperationLook<Kept>>;
  /** The effects of a time, whoever made them. */
  ledger(asked: LedgerAsked): Promise<ReadResult<LedgerPage>>;
}

export interface KeptAt<Kept> {
  readonly system: string;
  /** How long a request may still be on its way, in milliseconds; left out, no absence is ever believed. */
  readonly settleWindowMs?: number | undefined;
  /** What it keeps of an operation, or undefined where the answer is not one. */
  readonly kept: (body: Fields) => Kept | undefined;
  /** What an entry of its ledger is an effect on. */
  readonly targetOf: (entry: Fields) => EffectSeen['target'] | undefined;
}

export function operationsOf<Kept>(
  connection: Connection,
  { system, settleWindowMs = Number.POSITIVE_INFINITY, kept, targetOf }: KeptAt<Kept>,
): Operations<Kept> {
  return {
    operation: (sought) => seekOperation(connection, { ...sought, system, settleWindowMs, read: kept }),
    ledger: (asked) => listLedger(connection, { system, asked, targetOf }),
  };
}
