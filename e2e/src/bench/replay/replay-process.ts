import { evolveProposal, noProposal, type Proposal, type ProposalEvent } from '@countersign/domain';
import { PostgresEventStore, replayAll } from '@countersign/event-store';

/** What a replay came to; a process of its own, so that its peak is its own. */
export interface Replayed {
  readonly events: number;
  /** Proposals whose fold ended as completed. */
  readonly completed: number;
  readonly seconds: number;
  readonly peakRssMb: number;
  readonly peakHeapMb: number;
}

const store = new PostgresEventStore({
  url: process.env['DATABASE_URL'] ?? '',
  applicationName: 'bench replay',
});
const result = await replay();
await store.close();
process.send?.(result);

async function replay(): Promise<Replayed> {
  let events = 0;
  let completed = 0;
  let peakHeap = 0;
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
    if (events % 500 === 0) peakHeap = Math.max(peakHeap, process.memoryUsage().heapUsed);
  }
  if (state.status === 'completed') completed += 1;
  return {
    events,
    completed,
    seconds: (performance.now() - startedAt) / 1_000,
    // In kilobytes.
    peakRssMb: process.resourceUsage().maxRSS / 1_024,
    peakHeapMb: peakHeap / 1_048_576,
  };
}
