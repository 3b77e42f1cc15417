/** Reads support cases and incident reports. Another tenant's case is not found; what is written in one is data. */
import {
  type Connection,
  type Fields,
  isText,
  listOf,
  type Operations,
  operationsOf,
  type ReadResult,
  recordsOf,
  type Shaped,
  shaped,
  texts,
  withinTenant,
} from '@countersign/connectors/json/read';

const supportCase = {
  ...texts('id', 'tenant', 'customerId', 'accountId', 'incidentId', 'status'),
  version: 'count',
} as const;
const incident = {
  ...texts('id', 'service', 'status'),
  startedAt: 'instant',
  endedAt: 'instant',
  version: 'count',
} as const;
const operation = texts('kind', 'reference', 'caseId');

export type CaseRecord = Shaped<typeof supportCase>;
export type SupportOperation = Shaped<typeof operation>;

export interface IncidentRecord extends Shaped<typeof incident> {
  /** Accounts that the report names as affected. */
  readonly accounts: readonly string[];
}

/** Its ledger holds updates and drafted replies. */
export interface SupportReader extends Operations<SupportOperation> {
  case(tenant: string, id: string): Promise<ReadResult<CaseRecord>>;
  incident(id: string): Promise<ReadResult<IncidentRecord>>;
}

export function createSupportReader(connection: Connection, settleWindowMs?: number): SupportReader {
  const record = recordsOf(connection, 'support');
  return {
    case: async (tenant, id) =>
      withinTenant(
        await record({ path: ['cases', id], kind: 'case', read: (body) => shaped(supportCase, body) }),
        tenant,
      ),
    incident: (id) => record({ path: ['incidents', id], kind: 'incident', read: incidentOf }),
    ...operationsOf(connection, {
      ...{ system: 'support', settleWindowMs, targetOf },
      kept: (body) => shaped(operation, body),
    }),
  };
}

function incidentOf(body: Fields): IncidentRecord | undefined {
  const read = shaped(incident, body);
  const accounts = listOf(body.accounts, (item) => (isText(item) ? item : undefined));
  return read === undefined || accounts === undefined ? undefined : { ...read, accounts };
}

function targetOf({ caseId }: Fields) {
  return isText(caseId) ? { type: 'support_case', id: caseId } : undefined;
}
