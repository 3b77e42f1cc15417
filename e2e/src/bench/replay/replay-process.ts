import { evolveProposal, noProposal, type Proposal, type ProposalEvent } from '@countersign/domain';
import { PostgresEventStore, replayAll } from '@countersign/event-store';

/** What a replay came to; a process of its own, so that its peak is its own. */
export interface Replayed {
  readonly events: number;
  /** Proposals whose fold ended as completed. */
  readonly completed: number;
  readonly seconds: number;
  /** Of the whole process: what the engine lets lie before it collects, too. */
  readonly peakRssMb: number;
  /** What is really held: the largest heap right after a collection, at ten points on the way. */
  readonly liveHeapMb: number;
}

const store = new PostgresEventStore({
  url: process.env['DATABASE_URL'] ?? '',
  applicationName: 'bench replay',
});
const result = await replay();
await store.close();
process.send?.(result);

async function replay(): Promise<Replayed> {
  const step = Math.ceil(Number(process.env['EVENTS'] ?? '10') / 10);
  let events = 0;
  let completed = 0;
  let liveHeap = 0;
  let lookingMs = 0;
  let state: Proposal = noProposal;
  let stream = '';
  const startedAt = performance.now();
  for await (const event of replayAll(store)) {
    if (event.stream !== stream) {
      if (state.status === 'completed') completed += 1;
      state = noProposal;
      stream = event.stream;
    }
    state = evolveProposal(state, event as unknown as ProposalEvent);
    events += 1;
    if (events % step !== 0) continue;
    const from = performance.now();
    liveHeap = Math.max(liveHeap, heapAfterCollection());
    lookingMs += performance.now() - from;
  }
  if (state.status === 'completed') completed += 1;
  return {
    events,
    completed,
    seconds: (performance.now() - startedAt - lookingMs) / 1_000,
    // In kilobytes.
    peakRssMb: process.resourceUsage().maxRSS / 1_024,
    liveHeapMb: liveHeap / 1_048_576,
  };
}

function heapAfterCollection(): number {
  if (globalThis.gc === undefined) throw new Error('The replay runs with --expose-gc.');
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
