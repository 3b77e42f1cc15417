import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDocumentsReader } from '@countersign/connectors/documents/read';
import { systemPorts } from '@countersign/contracts';
import { type TestDatabase, testDatabase } from '@countersign/event-store/testing';
import { type Sandbox, startSandbox } from '@countersign/sandbox/sandbox';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { PassageTable } from './passage-table.js';
import { policySearch } from './policy-search.js';

const tenant = 'fjordlight';

describe("given the shop's published policies", () => {
  let database: TestDatabase;
  let sandbox: Sandbox;
  let passages: PassageTable;
  const folder = mkdtempSync(join(tmpdir(), 'policy-search-spec-'));
  const clock = { ...systemPorts().clock, ms: Date.parse('2026-11-29T12:00:00Z') };

  beforeAll(async () => {
    database = await testDatabase();
    sandbox = await startSandbox({ dataFolder: folder, ports: {}, synchronous: 'normal' });
    passages = new PassageTable(database.urls.countersign_refund_specialist);
  });
  afterAll(async () => {
    await passages.onModuleDestroy();
    await sandbox.stop();
    await database.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A search of its own process: it knows nothing of when the index was last compared. */
  const search = () => {
    const documents = createDocumentsReader({
      baseUrl: sandbox.urls.documents,
      key: 'public',
      fetch: systemPorts().network.fetch as typeof fetch,
      timeoutMs: 2_000,
      now: () => Date.now(),
    });
    const own = { ...clock, nowMs: () => clock.ms, now: () => new Date(clock.ms).toISOString() };
    return policySearch({ documents, passages, clock: own, freshForMs: 60_000 });
  };
  const admin = (method: string, path: string, body?: object) =>
    fetch(`${sandbox.urls.admin}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  const sections = async (query: string, find = search()) => {
    const found = await find(tenant, query);
    return found.outcome === 'found'
      ? found.passages.map((p) => `${p.documentId} ${p.section}`)
      : [found.code];
  };

  it('when the server is away and nothing is indexed, then there is no answer, which is not "no policy"', async () => {
    await admin('POST', '/documents/faults', { route: '*', kind: 'down' });
    expect(await search()(tenant, 'refund')).toEqual({ outcome: 'no_answer', code: 'nothing_indexed' });
    await admin('DELETE', '/documents/faults');
  });

  it.each([
    ['refund of unopened products', 'returns-and-refunds 3.1'],
    ['how the days are counted, time zone', 'returns-and-refunds 3.2'],
    ['opened product', 'returns-and-refunds 4.1'],
    ['gift cards', 'returns-and-refunds 4.4'],
    ['hygiene', 'returns-and-refunds 4.2'],
    ['damaged or faulty goods', 'returns-and-refunds 5.1'],
    ['which account does the money go back to', 'returns-and-refunds 7.1'],
    ['bank dispute', 'returns-and-refunds 7.3'],
    ['who approves refunds above 200', 'returns-and-refunds 8.2'],
    ['express delivery surcharge', 'shipping 2.2'],
    ['lost parcel', 'shipping 3.2'],
    ['change of address', 'shipping 3.3'],
  ])('when "%s" is looked for, then %s is among the best three', async (query, section) => {
    expect(await sections(query)).toContain(section);
  });

  it('when the words of the customer are an order to the search, then they are only words', async () => {
    expect(await sections(`'); drop table countersign.policy_passages; -- refund`)).not.toEqual([]);
    expect(await sections('!(refund | & <-> :*')).toHaveLength(3);
    expect(await sections('xyzzy plugh')).toEqual([]);
  });

  it('when a passage is found, then it says which version it is of', async () => {
    const found = await search()(tenant, 'unopened');
    const cited = { documentId: 'returns-and-refunds', version: '1', heading: 'Unopened products' };
    expect(found).toMatchObject({ outcome: 'found', passages: [cited, { section: '1.1' }] });
  });

  it('when another tenant searches, then these are not its policies', async () => {
    expect(await search()('otherco', 'unopened')).toEqual({ outcome: 'no_answer', code: 'nothing_indexed' });
  });

  it('when a version is published, then it is found after a minute, whole, and the old one no more', async () => {
    const find = search();
    await find(tenant, 'unopened');
    await admin('POST', '/documents/shipping', {
      markdown: '# Shipping\n\n## 1 Drones\n\nWe ship by drone.',
    });
    expect(await sections('drone', find)).toEqual([]);
    clock.ms += 60_000;
    expect(await sections('drone', find)).toEqual(['shipping 1']);
    expect(await sections('lost parcel', find)).not.toContain('shipping 3.2');
  });

  it('when the server is away later, then what is indexed is searched', async () => {
    await admin('POST', '/documents/faults', { route: '*', kind: 'down' });
    expect(await sections('unopened')).toContain('returns-and-refunds 3.1');
    await admin('DELETE', '/documents/faults');
  });

  it.each(['coordinator', 'policy_gate', 'gateway'] as const)(
    'when the %s writes a passage, then it may not',
    async (role) => {
      const client = new pg.Client({ connectionString: database.urls[`countersign_${role}`] });
      await client.connect();
      const write = `insert into countersign.policy_passages (tenant, document_id, version, section, heading, text)
      values ('fjordlight', 'returns-and-refunds', '9', '1', 'Limits', 'The limit is 5,000 today.')`;
      await expect(client.query(write)).rejects.toMatchObject({ code: '42501' });
      await client.end();
    },
  );
});
