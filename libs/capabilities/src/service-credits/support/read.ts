/** Reads support cases and incident reports. Another tenant's case is not found; what is written in one is data. */
import {
  type Connection,
  type Fields,
  isCount,
  isInstant,
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

export interface CaseRecord {
  readonly id: string;
  readonly tenant: string;
  readonly customerId: string;
  readonly accountId: string;
  readonly incidentId: string;
  readonly status: string;
  readonly version: number;
}

export interface IncidentRecord {
  readonly id: string;
  readonly service: string;
  readonly status: string;
  readonly startedAt: string;
  readonly endedAt: string;
  /** Accounts that the report names as affected. */
  readonly accounts: readonly string[];
  readonly version: number;
}

export interface SupportOperation {
  readonly kind: string;
  readonly reference: string;
  readonly caseId: string;
}

export interface SupportReader {
  case(tenant: string, id: string): Promise<ReadResult<CaseRecord>>;
  incident(id: string): Promise<ReadResult<IncidentRecord>>;
  operation(sought: {
    readonly operationId: string;
    readonly lastSentAt: string;
  }): Promise<OperationLook<SupportOperation>>;
  /** Updates and drafted replies of a time, whoever made them. */
  ledger(asked: LedgerAsked): Promise<ReadResult<LedgerPage>>;
}

export function createSupportReader(connection: Connection, settleWindowMs = 60_000): SupportReader {
  const record = recordsOf(connection, 'support');
  return {
    case: async (tenant, id) =>
      withinTenant(await record({ path: ['cases', id], kind: 'case', read: caseOf }), tenant),
    incident: (id) => record({ path: ['incidents', id], kind: 'incident', read: incidentOf }),
    operation: (sought) =>
      seekOperation(connection, { ...sought, system: 'support', settleWindowMs, read: operationOf }),
    ledger: (asked) => listLedger(connection, { system: 'support', asked, targetOf }),
  };
}

function caseOf(body: Fields): CaseRecord | undefined {
  const { id, tenant, customerId, accountId, incidentId, status, version } = body;
  if (!isText(id) || !isText(tenant) || !isText(customerId) || !isText(accountId)) return undefined;
  if (!isText(incidentId) || !isText(status) || !isCount(version)) return undefined;
  return { id, tenant, customerId, accountId, incidentId, status, version };
}

function incidentOf(body: Fields): IncidentRecord | undefined {
  const { id, service, status, startedAt, endedAt, version } = body;
  const accounts = listOf(body.accounts, (item) => (isText(item) ? item : undefined));
  if (!isText(id) || !isText(service) || !isText(status) || !isCount(version)) return undefined;
  if (!isInstant(startedAt) || !isInstant(endedAt) || accounts === undefined) return undefined;
  return { id, service, status, startedAt, endedAt, accounts, version };
}

function targetOf({ caseId }: Fields) {
  return isText(caseId) ? { type: 'support_case', id: caseId } : undefined;
}

function operationOf({ kind, reference, caseId }: Fields): SupportOperation | undefined {
  return isText(kind) && isText(reference) && isText(caseId) ? { kind, reference, caseId } : undefined;
}
