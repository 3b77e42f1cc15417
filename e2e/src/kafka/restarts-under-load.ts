import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { services } from '@countersign/cli/composition';
import { proposalStream, topics } from '@countersign/contracts';
import { waitFor } from '@countersign/testing';
import { refundBody } from '../harness/refund-story.js';
import { System } from '../harness/system.js';
import { type OwnInfrastructure, ownInfrastructure } from './own-infrastructure.js';

const cli = resolve(import.meta.dirname, '../../../apps/cli/dist/main.js');
const inFlight = 8;

export interface RestartsOptions {
  readonly proposals: number;
  tell(sentence: string): void;
}

export interface RestartsResult {
  readonly completed: number;
  /** Effects in the payment provider's own ledger. */
  readonly effects: number;
  /** Proposals without an effect, and those with more than one. */
  readonly lost: readonly string[];
  readonly twice: readonly string[];
  /** Proposals of which a version is missing. */
  readonly gaps: readonly string[];
  /** Programs that ended by themselves. */
  readonly dead: readonly string[];
  /** What the replay of the topic alone says against the store. */
  readonly replay: { readonly code: number; readonly out: string };
}

/**
 * Carries proposals through while the broker is killed and started again, the database is stopped and started again,
 * and then both at once. Nobody restarts a service.
 */
export async function restartsUnderLoad({ proposals, tell }: RestartsOptions): Promise<RestartsResult> {
  const own = await ownInfrastructure();
  const system = await System.start({ own, separateProcesses: true });
  const failed = new AbortController();
  const { signal } = failed;
  try {
    const done: string[] = [];
    const restarts = restartAt(own, { proposals, done, tell, signal });
    let begun = 0;
    const lane = async () => {
      while (begun < proposals && !signal.aborted) {
        begun += 1;
        done.push(await carryThrough(system, signal));
      }
    };
    await Promise.all([restarts, ...Array.from({ length: inFlight }, lane)]);
    return await counted(system, own, done);
  } catch (error) {
    failed.abort();
    throw error;
  } finally {
    await system.stop();
  }
}

async function restartAt(
  own: OwnInfrastructure,
  of: RestartsOptions & { readonly done: readonly string[]; readonly signal: AbortSignal },
): Promise<void> {
  const { proposals, done, tell, signal } = of;
  const steps: [number, string, () => Promise<unknown>][] = [
    [0.15, 'Kafka is killed and started again', () => own.restartKafka()],
    [0.4, 'PostgreSQL is stopped and started again', () => own.restartDatabase()],
    [0.65, 'both at once', () => Promise.all([own.restartKafka(), own.restartDatabase()])],
  ];
  for (const [share, what, restart] of steps) {
    await waitFor(what, () => signal.aborted || done.length >= share * proposals || undefined, {
      withinMs: 1_200_000,
    });
    if (signal.aborted) return;
    tell(`${done.length} of ${proposals} completed: ${what} …`);
    await restart();
  }
}

/** A request, the customer's consent, and the proof. Whoever gets no answer asks again, under the same key. */
async function carryThrough(system: System, signal: AbortSignal): Promise<string> {
  const lines = [{ lineId: '1', title: 'headphones', unitPriceMinor: 4_200 }];
  const order = await system.admin.order({ lines });
  const ada = system.as('ada');
  const persist = persisting(signal);
  const id = await persist('a proposal taken', async () => {
    const { status, body } = await system.as('helpdesk-bot').propose(refundBody(order), `restarts-${order}`);
    return status === 202 ? String(body['proposalId']) : undefined;
  });
  await persist(`consent to ${id}`, async () => {
    if ((await system.types(id)).includes('ApprovalGranted')) return true;
    const { status, body } = await ada.card(id);
    const { code } = (body['mayDecide'] ?? {}) as { code?: string };
    if (status !== 200 || code === 'not_asked_yet') return undefined;
    const url = `${system.host.urlOf('approval_service')}/v1/proposals/${id}/decisions`;
    const { digest, sight } = body;
    await ada.send('POST', url, { decision: 'approve', digest, sight });
    return undefined;
  });
  await persist(`completion of ${id}`, async () =>
    (await system.types(id)).includes('ProposalCompleted') ? true : undefined,
  );
  return id;
}

/** Until it is answered; whatever fails meanwhile is tried again, because something is being restarted. */
function persisting(signal: AbortSignal) {
  return <T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> =>
    waitFor(
      what,
      () => {
        signal.throwIfAborted();
        return attempt().catch(() => undefined);
      },
      { withinMs: 240_000 },
    );
}

async function counted(
  system: System,
  own: OwnInfrastructure,
  done: readonly string[],
): Promise<RestartsResult> {
  const { effects } = await system.admin.ledger();
  const count = new Map<string, number>();
  for (const { operationId } of effects)
    count.set(operationId ?? '', (count.get(operationId ?? '') ?? 0) + 1);
  const gaps: string[] = [];
  for (const id of done) {
    const events = await system.events(proposalStream(id));
    if (events.some(({ version }, at) => version !== at + 1)) gaps.push(id);
  }
  const { host } = system;
  const dead = services.map(({ service }) => service).filter((one) => 'kill' in host && !host.isRunning(one));
  return {
    ...{ completed: done.length, effects: effects.length, gaps },
    lost: done.filter((id) => !count.has(id)),
    twice: [...count].filter(([, times]) => times > 1).map(([id]) => id),
    dead: [...dead, ...(own.relayRuns() ? [] : ['relay'])],
    replay: await replayed(system, own),
  };
}

/** The whole topic through the command line, against the store. */
function replayed(system: System, own: OwnInfrastructure): Promise<{ code: number; out: string }> {
  const asked = ['replay', '--from-topic', topics.proposals, '--compare', '--brokers', own.brokers.join(',')];
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: system.database.urls.countersign_auditor };
  return new Promise((done) => {
    execFile(process.execPath, [cli, ...asked], { env, maxBuffer: 50_000_000 }, (error, out, err) =>
      done({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1, out: out + err }),
    );
  });
}
