/** Reads support cases and incident reports. Another tenant's case is not found; what is written in one is data. */
import {
  type Connection,
  type Fields,
  isCount,
  isInstant,
  isText,
  listOf,
  type OperationLook,
  type ReadResult,
  readJson,
  seekOperation,
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
}

export function createSupportReader(connection: Connection, settleWindowMs = 60_000): SupportReader {
  const one = <T>(path: string, kind: string, read: (body: Fields) => T | undefined) =>
    readJson(connection, {
      system: 'support',
      path,
      absentCode: `${kind}_not_found`,
      read: (body) => {
        const value = read(body);
        return value === undefined ? undefined : { value, version: String(body.version) };
      },
    });
  return {
    async case(tenant, id) {
      const found = await one(`/v1/cases/${encodeURIComponent(id)}`, 'case', caseOf);
      return found.outcome === 'found' && found.value.tenant !== tenant ? { outcome: 'not_found' } : found;
    },
    incident: (id) => one(`/v1/incidents/${encodeURIComponent(id)}`, 'incident', incidentOf),
    operation: (sought) =>
      seekOperation(connection, { ...sought, system: 'support', settleWindowMs, read: operationOf }),
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

function operationOf({ kind, reference, caseId }: Fields): SupportOperation | undefined {
  return isText(kind) && isText(reference) && isText(caseId) ? { kind, reference, caseId } : undefined;
}
