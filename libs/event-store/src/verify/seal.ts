import { createHash } from 'node:crypto';
import { type Cursor, START } from '../port.js';
import type { PostgresEventStore } from '../postgres-event-store.js';
import { asStoreError } from '../store-error.js';
import { GENESIS } from './content-hash.js';

/** Signs a seal's digest; Ed25519 in practice. `keyId` tells verifiers which public key to take. */
export interface SealSigner {
  keyId: string;
  sign(digest: Uint8Array): Promise<Uint8Array> | Uint8Array;
}

export interface Head {
  tenant: string;
  stream: string;
  version: number;
  hash: string;
}

export interface Seal {
  number: number;
  cursor: Cursor;
  heads: string;
  previousDigest: string;
  digest: string;
  signature: Buffer;
  keyId: string;
}

export interface SealRow {
  number: number;
  transaction_id: string;
  position: string;
  heads: string;
  previous_digest: string;
  digest: string;
  signature: Buffer;
  key_id: string;
}

export const SEAL_COLUMNS = `number, transaction_id::text, position::text, heads,
  encode(previous_digest, 'hex') as previous_digest, encode(digest, 'hex') as digest, signature, key_id`;

export function toSeal(row: SealRow): Seal {
  return {
    number: row.number,
    cursor: { transactionId: row.transaction_id, position: row.position },
    heads: row.heads,
    previousDigest: row.previous_digest,
    digest: row.digest,
    signature: row.signature,
    keyId: row.key_id,
  };
}

/** The streams that changed after `from` up to `to`, each with the last event it had there. */
const HEADS_BETWEEN = `select distinct on (tenant, stream) tenant, stream, version, encode(hash, 'hex') as hash
  from countersign.events
  where (transaction_id, position) > ($1::xid8, $2::bigint) and (transaction_id, position) <= ($3::xid8, $4::bigint)
  order by tenant, stream, version desc`;

export function headsBetween(store: PostgresEventStore, from: Cursor, to: Cursor): Promise<Head[]> {
  return store.query<Head>('heads-between', HEADS_BETWEEN, [
    from.transactionId,
    from.position,
    to.transactionId,
    to.position,
  ]);
}

/** One line a stream. No part can hold a blank or a newline, so two lists never write the same text. */
export function headsText(heads: readonly Head[]): string {
  return heads
    .map(({ tenant, stream, version, hash }) => `${tenant} ${stream} ${version} ${hash}\n`)
    .join('');
}

export function headsOf(text: string): Head[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [tenant = '', stream = '', version = '', hash = ''] = line.split(' ');
      return { tenant, stream, version: Number(version), hash };
    });
}

/** SHA-256 over the seal before, this one's number and reach, and its heads. */
export function sealDigest(seal: Pick<Seal, 'number' | 'cursor' | 'heads' | 'previousDigest'>): string {
  const { transactionId, position } = seal.cursor;
  return createHash('sha256')
    .update(Buffer.from(seal.previousDigest, 'hex'))
    .update(`${seal.number} ${transactionId} ${position}\n${seal.heads}`, 'utf8')
    .digest('hex');
}

export async function latestSeal(store: PostgresEventStore): Promise<Seal | undefined> {
  const rows = await store.query<SealRow>(
    'seal-latest',
    `select ${SEAL_COLUMNS} from countersign.seals order by number desc limit 1`,
    [],
  );
  return rows.map(toSeal)[0];
}

/**
 * Signs the heads of every stream that changed since the last seal. Answers the new seal, or undefined when
 * nothing changed. Needs the role `countersign_auditor`. Cost grows with what changed, not with the record; of two
 * sealing at once one gets an error and nothing is lost. Keep the digest somewhere else too: whoever can rewrite
 * the database can also remove the newest seals.
 */
export async function sealHeads(store: PostgresEventStore, signer: SealSigner): Promise<Seal | undefined> {
  const before = await latestSeal(store);
  const cursor = (await store.head()).readable;
  const heads = await headsBetween(store, before?.cursor ?? START, cursor);
  if (heads.length === 0) return undefined;
  const unsigned = {
    number: (before?.number ?? 0) + 1,
    cursor,
    heads: headsText(heads),
    previousDigest: before?.digest ?? GENESIS,
  };
  const digest = sealDigest(unsigned);
  const signature = Buffer.from(await signer.sign(Buffer.from(digest, 'hex')));
  const seal = { ...unsigned, digest, signature, keyId: signer.keyId };
  await insert(store, seal).catch((error) => {
    throw asStoreError(error);
  });
  return seal;
}

async function insert(store: PostgresEventStore, seal: Seal): Promise<void> {
  await store.query(
    'seal-insert',
    `insert into countersign.seals
       (number, transaction_id, position, heads, previous_digest, digest, signature, key_id)
     values ($1, $2::xid8, $3::bigint, $4, decode($5, 'hex'), decode($6, 'hex'), $7, $8)`,
    [
      seal.number,
      seal.cursor.transactionId,
      seal.cursor.position,
      seal.heads,
      seal.previousDigest,
      seal.digest,
      seal.signature,
      seal.keyId,
    ],
  );
}
