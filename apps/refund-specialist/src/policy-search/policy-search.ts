import type { RefundReadPorts } from '@countersign/capabilities/refunds/reads';
import type { DocumentsReader } from '@countersign/connectors/documents/read';
import { type Clock, textFault } from '@countersign/contracts';
import type { Passages } from './passage-table.js';

export interface PolicySearchPorts {
  readonly documents: DocumentsReader;
  readonly passages: Passages;
  readonly clock: Clock;
  readonly freshForMs: number;
}

type Search = NonNullable<RefundReadPorts['policySearch']>;

/**
 * Full-text search over the published policies. The index is compared with what is published before the first
 * search and when it is older than `freshForMs`. While the documents server is away, what is indexed is searched;
 * with nothing indexed there is no answer, which is not the same as no policy.
 */
export function policySearch(ports: PolicySearchPorts): Search {
  const checkedAtMs = new Map<string, number>();
  const search: Search = async (tenant, query) => {
    const last = checkedAtMs.get(tenant);
    const nowMs = ports.clock.nowMs();
    if (last === undefined || nowMs - last >= ports.freshForMs) {
      if (await bringUpToDate(ports, tenant)) checkedAtMs.set(tenant, nowMs);
    }
    if ((await ports.passages.versions(tenant)).size === 0)
      return { outcome: 'no_answer', code: 'nothing_indexed' };
    const passages = await ports.passages.search(tenant, query);
    return { outcome: 'found', passages, readAt: ports.clock.now() };
  };
  return (tenant, query) => search(tenant, query).catch(unavailable);
}

/** An index that cannot be reached has not answered. A statement that the database does not take is our mistake. */
function unavailable(error: unknown): Awaited<ReturnType<Search>> {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && /^(?:22|23|42)/.test(code)) throw error;
  return { outcome: 'no_answer', code: 'index_unavailable' };
}

/** True when the index holds what is published now. */
async function bringUpToDate({ documents, passages }: PolicySearchPorts, tenant: string): Promise<boolean> {
  const published = await documents.documents(tenant);
  if (published.outcome !== 'found') return false;
  const indexed = await passages.versions(tenant);
  let complete = true;
  for (const { id, version } of published.value) {
    if (indexed.get(id) === String(version)) continue;
    const read = await documents.document(tenant, id, version);
    // Text that cannot be stored is left out as a whole document: half a policy would be cited as all of it.
    if (read.outcome !== 'found' || textFault(read.value, '') !== undefined) complete = false;
    else await passages.replace(tenant, read.value);
  }
  const gone = [...indexed.keys()].filter((id) => !published.value.some((head) => head.id === id));
  for (const id of gone) await passages.remove(tenant, id);
  return complete;
}
