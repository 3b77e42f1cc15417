import {
  type Connection,
  type Fields,
  isText,
  listOf,
  type Operations,
  operationsOf,
  type ReadResult,
  recordsOf,
  type Shape,
  shaped,
  texts,
  withinTenant,
} from '@countersign/connectors/json/read';
import { namesOf, type RecordAction } from './record-action.js';
import { type OwnedRecord, recordIn } from './record-shape.js';

/** What the system keeps of an operation; its further fields say what was done, in the words of the request. */
export interface KeptOperation {
  readonly kind: string;
  readonly reference: string;
  readonly recordId: string;
  readonly fields: Fields;
}

export interface RecordReader<S extends Shape> extends Operations<KeptOperation> {
  ownedBy(tenant: string, customer: string): Promise<ReadResult<readonly OwnedRecord<S>[]>>;
  one(tenant: string, id: string): Promise<ReadResult<OwnedRecord<S>>>;
}

/**
 * Reads `GET /v1/customers/<tenant>/<customer>/<records>`, `GET /v1/<records>/<id>`, `GET /v1/operations/<id>` and
 * `GET /v1/ledger`. One key reads every tenant there, so the tenant is checked here.
 */
export function recordReader<S extends Shape>(
  of: RecordAction<S>,
  connection: Connection,
  settleWindowMs?: number,
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
    ...operationsOf(connection, {
      ...{ system, settleWindowMs, kept: operationIn },
      targetOf: ({ recordId }) => (isText(recordId) ? { type: record, id: recordId } : undefined),
    }),
  };
}

function operationIn(fields: Fields): KeptOperation | undefined {
  const read = shaped(texts('kind', 'reference', 'recordId'), fields);
  return read === undefined ? undefined : { ...read, fields };
}
