import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { PostgresEventStore } from '../postgres-event-store.js';
import { someAppend, someEvent } from '../testing/samples.js';
import { type TestDatabase, testDatabase } from '../testing/test-database.js';
import { until } from '../testing/until.js';
import { replayAll } from './replay.js';
import { sealHeads } from './seal.js';
import { verifyChain } from './verify-chain.js';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const signer = { keyId: 'audit-1', sign: (digest: Uint8Array) => sign(null, digest, privateKey) };
const verifySignature = (seal: { digest: Uint8Array; signature: Uint8Array }) =>
  verify(null, seal.digest, publicKey, seal.signature);

describe('verify', () => {
  let database: TestDatabase;
  let store: PostgresEventStore;
  let auditor: PostgresEventStore;

  beforeEach(async () => {
    database = await testDatabase();
    store = new PostgresEventStore({ url: database.urls.countersign_coordinator });
    auditor = new PostgresEventStore({ url: database.urls.countersign_auditor });
    for (const stream of ['case-a', 'case-b', 'case-c']) {
      const events = [someEvent('CaseOpened', { n: 1 }), someEvent('CaseRouted'), someEvent('ReplySent')];
      await store.append(someAppend(stream, 0, events));
    }
  });

  afterEach(async () => {
    await Promise.all([store.close(), auditor.close()]);
    await database.dispose();
  });

  /** What a superuser can do who first switches the triggers off. */
  async function tamper(statement: string): Promise<void> {
    const admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    await admin.query('set session_replication_role = replica');
    const { rowCount } = await admin.query(statement);
    await admin.end();
    expect(rowCount).toBeGreaterThan(0);
  }

  /** Other test files' transactions may still hold readers back. */
  function allReadable() {
    return until(async () => {
      const head = await auditor.head();
      return head.readable.position === head.recorded.position;
    });
  }

  async function sealAll() {
    await allReadable();
    return sealHeads(auditor, signer);
  }

  const codes = async () =>
    (await verifyChain(auditor, { verifySignature })).findings.map(({ code, stream, version }) => [
      code,
      stream,
      version,
    ]);

  test('C55: 1,000 events written and read back verify, in flat pages, hash for hash', async () => {
    const texts = ['ä', '\\u0000', '😀', '"quoted"\n', '\u2028', 'e\u0301'];
    const appends = Array.from({ length: 100 }, (_, n) =>
      store.append(
        someAppend(
          `case-${n}`,
          0,
          Array.from({ length: 10 }, (_, k) =>
            someEvent('CaseOpened', { z: k, a: [n, 1e21, 0.1, -0], text: texts[(n + k) % 6] ?? '' }),
          ),
        ),
      ),
    );
    await Promise.all(appends);
    const progress: number[] = [];
    const verification = await verifyChain(auditor, { onProgress: (events) => progress.push(events) });
    expect(verification).toMatchObject({ events: 1_009, streams: 103, findings: [], truncated: false });
    expect(progress.at(-1)).toBe(1_009);
    let replayed = 0;
    for await (const event of replayAll(auditor, { pageSize: 64 })) replayed += event.hash.length / 64;
    expect(replayed).toBe(1_009);
  });

  test.each([
    ['data', `data = '{"n":2}'`, 1],
    ['type', `type = 'ApprovalGranted'`, 2],
    ['author', `recorded_by = 'countersign_executor'`, 2],
    ['time', `recorded_at = recorded_at + interval '1 microsecond'`, 3],
  ])(
    'S52: a superuser’s edit of the %s is found, with stream and version',
    async (_, assignment, version) => {
      await tamper(
        `update countersign.events set ${assignment} where stream = 'case-b' and version = ${version}`,
      );
      expect(await codes()).toEqual([['edited', 'case-b', version]]);
    },
  );

  test('an edit with its hash computed anew breaks the link of the next event, or the seal', async () => {
    await sealAll();
    const forge = (version: number) =>
      tamper(`update countersign.events e set data = '{"n":9}', hash = countersign.event_hash(e.previous_hash,
        jsonb_populate_record(e, '{"data":"{\\"n\\":9}"}')) where stream = 'case-b' and version = ${version}`);
    await forge(2);
    expect(await codes()).toEqual([['broken_link', 'case-b', 3]]);
    await forge(3);
    expect(await codes()).toContainEqual(['replaced', 'case-b', 3]);
  });

  test('a removed event is a gap, with the version where it shows', async () => {
    await tamper(`delete from countersign.events where stream = 'case-b' and version = 2`);
    expect(await codes()).toEqual([['gap', 'case-b', 3]]);
  });

  test('a cut end and a whole removed stream are found since the last seal, and named', async () => {
    await sealAll();
    await store.append(someAppend('case-b', 3, [someEvent('CaseCompleted')]));
    await store.append(someAppend('case-d', 0, [someEvent('CaseOpened')]));
    expect(await sealAll()).toMatchObject({ number: 2 });
    expect(await sealAll()).toBeUndefined();
    expect(await verifyChain(auditor, { verifySignature })).toMatchObject({ seals: 2, findings: [] });
    await tamper(`delete from countersign.events where stream = 'case-b' and version = 4`);
    await tamper(`delete from countersign.events where stream = 'case-c'`);
    expect(await codes()).toEqual([
      ['removed', 'case-c', 3],
      ['truncated', 'case-b', 4],
    ]);
  });

  test('an event slipped into a sealed part is found', async () => {
    await sealAll();
    await tamper(`insert into countersign.events overriding system value
      select 0, transaction_id, tenant, 'case-x', 1, id, type, schema_version, data, metadata, recorded_at,
        recorded_by, previous_hash, hash from countersign.events where stream = 'case-a' and version = 1`);
    expect(await codes()).toContainEqual(['unsealed_change', 'case-x', 1]);
  });

  test('a changed, unsigned or missing seal is found', async () => {
    await sealAll();
    await store.append(someAppend('case-e', 0, [someEvent('CaseOpened')]));
    await sealAll();
    await tamper(`update countersign.seals set signature = sha256(signature) where number = 2`);
    expect(await codes()).toEqual([['seal_broken', undefined, undefined]]);
    await tamper(`delete from countersign.seals where number = 1`);
    expect((await codes()).map(([code]) => code)).toContain('seal_broken');
  });

  test('only the auditor can seal, and a seal cannot be taken back', async () => {
    await sealAll();
    await store.append(someAppend('case-f', 0, [someEvent('CaseOpened')]));
    await allReadable();
    await expect(sealHeads(store, signer)).rejects.toMatchObject({ code: 'store_fault' });
    await expect(auditor.query('unseal', 'delete from countersign.seals', [])).rejects.toMatchObject({
      cause: { code: '42501' },
    });
  });
});
