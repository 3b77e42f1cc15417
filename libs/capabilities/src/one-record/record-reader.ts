import {
  type Connection,
  type Fields,
  isText,
  type LedgerAsked,
  type LedgerPage,
  listLedger,
  listOf,
  type OperationLook,
  type ReadResult,
  recordsOf,
  seekOperation,
  withinTenant,
} from '@countersign/connectors/json/read';
import type { Sought } from '../own-operation.js';
import { namesOf, type RecordAction } from './record-action.js';
import { type OwnedRecord, recordIn, type Shape } from './record-shape.js';

/** What the system keeps of an operation; its further fields say what was done, in the words of the request. */
export interface KeptOperation {
  readonly kind: string;
  readonly reference: string;
  readonly recordId: string;
  readonly fields: Fields;
}

export interface RecordReader<S extends Shape> {
  ownedBy(tenant: string, customer: string): Promise<ReadResult<readonly OwnedRecord<S>[]>>;
  one(tenant: string, id: string): Promise<ReadResult<OwnedRecord<S>>>;
  operation(sought: Sought): Promise<OperationLook<KeptOperation>>;
  ledger(asked: LedgerAsked): Promise<ReadResult<LedgerPage>>;
}

/**
 * Reads `GET /v1/customers/<tenant>/<customer>/<records>`, `GET /v1/<records>/<id>`, `GET /v1/operations/<id>` and
 * `GET /v1/ledger`. One key reads every tenant there, so the tenant is checked here.
 */
export function recordReader<S extends Shape>(
  of: RecordAction<S>,
  connection: Connection,
  settleWindowMs = 60_000,
): RecordReader<S> {
  const { capability: records, system, fields } = of;
  const { record, code } = namesOf(of);
  const read = recordsOf(connection, system);
  return {
    ownedBy: (tenant, customer) =>
      read({
        path: ['customers', tenant, customer, records],
        kind: 'customer',
        read: (body) => listOf(body['records'], (item) => recordIn(fields, item)),
      }),
    one: async (tenant, id) =>
      withinTenant(
        await read({ path: [records, id], kind: code, read: (body) => recordIn(fields, body) }),
        tenant,
      ),
    operation: (sought) =>
      seekOperation(connection, { ...sought, system, settleWindowMs, read: operationIn }),
    ledger: (asked) =>
      listLedger(connection, {
        ...{ system, asked },
        targetOf: ({ recordId }) => (isText(recordId) ? { type: record, id: recordId } : undefined),
      }),
  };
}

function operationIn(fields: Fields): KeptOperation | undefined {
  const { kind, reference, recordId } = fields;
  return isText(kind) && isText(reference) && isText(recordId)
    ? { kind, reference, recordId, fields }
    : undefined;
}
