import { type Cursor, START } from '../port.js';
import type { PostgresEventStore } from '../postgres-event-store.js';
import { GENESIS } from './content-hash.js';
import {
  type Head,
  headsBetween,
  headsOf,
  headsText,
  SEAL_COLUMNS,
  type Seal,
  type SealRow,
  sealDigest,
  toSeal,
} from './seal.js';
import type { Finding } from './verify-chain.js';

/** True when the signature over the digest is by the key of that id. */
export type VerifySignature = (seal: {
  digest: Uint8Array;
  signature: Uint8Array;
  keyId: string;
}) => boolean | Promise<boolean>;

type Report = (finding: Finding) => void;

/** Checks every seal: its place in the row of seals, its signature, and that its streams still are as sealed. */
export async function verifySeals(
  store: PostgresEventStore,
  verifySignature: VerifySignature | undefined,
  report: Report,
): Promise<number> {
  let digest = GENESIS;
  let cursor: Cursor = START;
  let number = 0;
  for (;;) {
    const rows = await store.query<SealRow>(
      'seal-next',
      `select ${SEAL_COLUMNS} from countersign.seals where number > $1 order by number limit 1`,
      [number],
    );
    const seal = rows.map(toSeal)[0];
    if (seal === undefined) return number;
    if (seal.number !== number + 1 || seal.previousDigest !== digest || sealDigest(seal) !== seal.digest) {
      report({
        code: 'seal_broken',
        message: `Seal ${seal.number} is not the one that was made after ${number}`,
      });
    } else if (!(await signed(seal, verifySignature))) {
      report({ code: 'seal_broken', message: `Seal ${seal.number} is not signed by a known key` });
    }
    await compare(store, seal, cursor, report);
    ({ digest, cursor, number } = seal);
  }
}

async function signed(seal: Seal, verifySignature: VerifySignature | undefined): Promise<boolean> {
  if (verifySignature === undefined) return true;
  const { signature, keyId } = seal;
  return verifySignature({ digest: Buffer.from(seal.digest, 'hex'), signature, keyId });
}

async function compare(store: PostgresEventStore, seal: Seal, from: Cursor, report: Report): Promise<void> {
  const now = await headsBetween(store, from, seal.cursor);
  if (headsText(now) === seal.heads) return;
  const present = new Map(now.map((head) => [name(head), head]));
  for (const sealed of headsOf(seal.heads)) {
    const head = present.get(name(sealed));
    present.delete(name(sealed));
    if (head?.hash === sealed.hash && head.version === sealed.version) continue;
    report(await difference(store, sealed, seal.number));
  }
  for (const { tenant, stream, version } of present.values()) {
    const message = `${stream} version ${version} lies in the part that seal ${seal.number} covers, but not in the seal`;
    report({ code: 'unsealed_change', tenant, stream, version, message });
  }
}

/** What became of the sealed event. */
async function difference(store: PostgresEventStore, sealed: Head, number: number): Promise<Finding> {
  const { tenant, stream, version } = sealed;
  const rows = await store.query<{ top: number | null; hash: string | null }>(
    'seal-difference',
    `select max(version) as top, max(encode(hash, 'hex')) filter (where version = $3) as hash
     from countersign.events where tenant = $1 and stream = $2`,
    [tenant, stream, version],
  );
  const { top = null, hash = null } = rows[0] ?? {};
  const at = { tenant, stream, version };
  const as = `${stream} was at version ${version} in seal ${number}`;
  if (top === null) return { code: 'removed', ...at, message: `${as} and is gone` };
  if (top < version) return { code: 'truncated', ...at, message: `${as} and ends at ${top} now` };
  if (hash === sealed.hash)
    return { code: 'unsealed_change', ...at, message: `${as} and was moved in the order` };
  return { code: 'replaced', ...at, message: `${as} with another content` };
}

const name = ({ tenant, stream }: Head) => `${tenant} ${stream}`;
