import type { DocumentRecord } from '@countersign/connectors/documents/read';
import pg from 'pg';

export interface IndexedPassage {
  readonly documentId: string;
  readonly version: string;
  readonly section: string;
  readonly heading: string;
  readonly text: string;
}

/** An index of the written policy. */
export type Passages = Pick<PassageTable, 'versions' | 'replace' | 'remove' | 'search'>;

export const passagesToken = 'refund-specialist:passages';

const passagesMax = 3;
const connections = { max: 2, connectionTimeoutMillis: 5_000, statement_timeout: 10_000 };

/** The passages of the written policy in the service's own database: what is indexed, replacing it, searching it. */
export class PassageTable {
  readonly #pool: pg.Pool;

  constructor(databaseUrl: string) {
    this.#pool = new pg.Pool({
      connectionString: databaseUrl,
      application_name: 'countersign policy search',
      ...connections,
    });
    // A lost idle connection is replaced by the pool; the query that needs it tells.
    this.#pool.on('error', () => undefined);
  }

  /** The version of each document that is indexed. */
  async versions(tenant: string): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.#pool.query<{ document_id: string; version: string }>(
      'select distinct document_id, version from countersign.policy_passages where tenant = $1',
      [tenant],
    );
    return new Map(rows.map((row) => [row.document_id, row.version]));
  }

  /** All passages of a document become those of this version, in one commit: a search never sees half of it. */
  async replace(tenant: string, { id, version, sections }: DocumentRecord): Promise<void> {
    await this.#inTransaction(async (client) => {
      await lock(client, tenant);
      await remove(client, tenant, id);
      await client.query(
        `insert into countersign.policy_passages (tenant, document_id, version, section, heading, text)
         select $1, $2, $3, * from unnest($4::text[], $5::text[], $6::text[])`,
        [
          tenant,
          id,
          String(version),
          sections.map((section) => section.id),
          sections.map((section) => section.heading),
          sections.map((section) => section.text),
        ],
      );
    });
  }

  async remove(tenant: string, documentId: string): Promise<void> {
    await this.#inTransaction(async (client) => {
      await lock(client, tenant);
      await remove(client, tenant, documentId);
    });
  }

  /** Passages with all of the words; if there are none, passages with any of them. The best three, best first. */
  async search(tenant: string, query: string): Promise<readonly IndexedPassage[]> {
    const all = await this.#find(tenant, `websearch_to_tsquery('english', $2)`, query);
    if (all.length > 0) return all;
    const any = `replace(plainto_tsquery('english', $2)::text, ' & ', ' | ')::tsquery`;
    return this.#find(tenant, any, query);
  }

  /** Called by the frame when the service stops. */
  async onModuleDestroy(): Promise<void> {
    await this.#pool.end();
  }

  async #find(tenant: string, wanted: string, query: string): Promise<readonly IndexedPassage[]> {
    const { rows } = await this.#pool.query<IndexedPassage>(
      `select document_id as "documentId", version, section, heading, text
       from countersign.policy_passages cross join (select ${wanted} as wanted) as query
       where tenant = $1 and words @@ wanted
       order by ts_rank_cd(words, wanted) desc, document_id, section limit ${passagesMax}`,
      [tenant, query],
    );
    return rows;
  }

  async #inTransaction(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
    const client = await this.#pool.connect();
    let failed: unknown;
    try {
      await client.query('begin');
      await work(client);
      await client.query('commit');
    } catch (error) {
      failed = error;
      throw error;
    } finally {
      // A connection that broke in the middle is not given to anybody else.
      client.release(failed !== undefined);
    }
  }
}

/** Two processes that index at once do so one after the other, and end with the same passages. */
async function lock(client: pg.PoolClient, tenant: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtext('countersign policy passages'), hashtext($1))`, [
    tenant,
  ]);
}

async function remove(client: pg.PoolClient, tenant: string, documentId: string): Promise<void> {
  await client.query('delete from countersign.policy_passages where tenant = $1 and document_id = $2', [
    tenant,
    documentId,
  ]);
}
