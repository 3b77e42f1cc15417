import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { services } from '@countersign/cli/composition';
import { topics } from '@countersign/contracts';
import { verifyChain } from '@countersign/event-store';
import { endingWithParent } from '@countersign/event-store/embedded';
import { type Parked, parkedOf } from '../harness/parked.js';
import type { System } from '../harness/system.js';
import { inTheStore } from '../kafka/refunds-through.js';
import type { ChaosServers } from './own-servers.js';
import type { Story } from './stories.js';

const cli = resolve(import.meta.dirname, '../../../apps/cli/dist/main.js');

/** What the records say at the end. Every list is of what does not agree. */
export interface Account {
  readonly proposals: number;
  readonly completed: number;
  /** In the payment provider's own ledger. */
  readonly effects: number;
  /** Proposals without an effect, those with more than one, and effects that belong to no proposal. */
  readonly lost: readonly string[];
  readonly twice: readonly string[];
  readonly strange: readonly string[];
  /** Streams of which a version is missing. */
  readonly gaps: readonly string[];
  /** What `verify` found altered. */
  readonly altered: readonly string[];
  /** Set aside by a service because it could not handle it. */
  readonly parked: readonly string[];
  /** Programs that ended by themselves. */
  readonly dead: readonly string[];
  readonly conversations: number;
  /** What a customer was told that is not so, or was not told. */
  readonly untrue: readonly string[];
  /** The topic alone, rebuilt and held against the store. */
  readonly replay: { readonly code: number; readonly out: string };
}

export async function accountOf(
  system: System,
  servers: ChaosServers,
  stories: readonly Story[],
): Promise<Account> {
  const { effects } = await system.admin.ledger();
  const { streams, completed, broken } = await inTheStore(system);
  const ids = new Set(stories.map(({ proposalId }) => proposalId));
  const counts = new Map<string, number>();
  for (const { operationId } of effects)
    counts.set(operationId ?? '', (counts.get(operationId ?? '') ?? 0) + 1);
  const untrue: string[] = [];
  for (const story of stories) untrue.push(...(await untruths(story, system)));
  const { findings } = await verifyChain(system.raw);
  return {
    ...{ proposals: streams, completed, effects: effects.length },
    lost: [...ids].filter((id) => !counts.has(id)),
    twice: [...counts].filter(([, times]) => times > 1).map(([id]) => id),
    strange: [...counts.keys()].filter((id) => !ids.has(id)),
    gaps: broken,
    altered: findings.map((finding) => JSON.stringify(finding)),
    parked: (await parkedOf(system.raw)).map(inOneLine),
    dead: deadIn(system, servers),
    conversations: stories.filter(({ told }) => told !== undefined).length,
    untrue,
    replay: await replayed(system, servers.brokers),
  };
}

export const isEven = (account: Account): boolean =>
  account.effects === account.proposals &&
  account.completed === account.proposals &&
  account.replay.code === 0 &&
  [
    ...[account.lost, account.twice, account.strange, account.gaps],
    ...[account.altered, account.parked, account.dead, account.untrue],
  ].every(({ length }) => length === 0);

/** A refund that was made is told once, with its reference and amount; nobody was told that it failed. */
async function untruths({ told, proposalId }: Story, system: System): Promise<string[]> {
  if (told === undefined) return [];
  const replies = await told.replies();
  const { effects } = await system.threeRecords(proposalId);
  const ends = replies.filter(({ code }) => code === 'completed');
  const wrong: string[] = [];
  if (ends.length !== 1) wrong.push(`${proposalId}: told ${ends.length} times that it is done`);
  const [end] = ends;
  if (end !== undefined && !(end.text.includes('42.00 EUR') && end.text.includes(effects[0]?.effect ?? '-')))
    wrong.push(`${proposalId}: told "${end.text}"`);
  const failed = replies.find(({ text }) => /failed|rejected|not possible/i.test(text));
  if (failed !== undefined) wrong.push(`${proposalId}: told "${failed.text}"`);
  return wrong;
}

function deadIn({ host }: System, { relay }: ChaosServers): string[] {
  const dead = services.map(({ service }) => service).filter((one) => 'kill' in host && !host.isRunning(one));
  return [...dead, ...(relay.isRunning ? [] : ['relay'])];
}

const inOneLine = ({ service, pattern, code, reason }: Parked): string =>
  `${service} ${pattern}: ${code} (${reason})`;

/** The whole topic through the command line, against the store. */
function replayed(system: System, brokers: readonly string[]): Promise<{ code: number; out: string }> {
  const asked = ['replay', '--from-topic', topics.proposals, '--compare', '--brokers', brokers.join(',')];
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: system.database.urls.countersign_auditor };
  return new Promise((done) => {
    execFile(
      process.execPath,
      [...endingWithParent, cli, ...asked],
      { env, maxBuffer: 50_000_000 },
      (error, out, err) =>
        done({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1, out: out + err }),
    );
  });
}
