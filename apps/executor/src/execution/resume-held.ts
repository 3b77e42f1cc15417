import { type Heard, type Ports, parseStream } from '@countersign/contracts';
import type { EventStore } from '@countersign/event-store';
import type { ProposalStreams } from '@countersign/messaging';

export interface ResumingPorts {
  readonly store: EventStore;
  readonly proposals: ProposalStreams;
  readonly ports: Ports;
}

/** Streams resumed at a time. */
const atOnce = 16;

/**
 * Everything that this stop holds goes on: one event each, so that every proposal goes its own way from there, in its
 * own lane, whoever runs by then. Found by a question that sees all that was committed: whatever is held after it has
 * looked at the stop again since, and seen that it is released.
 */
export async function resumeHeld(
  { store, proposals, ports }: ResumingPorts,
  heard: Heard<'Released'>,
): Promise<void> {
  const { tenant, stream, version, data } = heard;
  const events = await store.readStream(tenant, stream);
  const stopped = events.findLast((event) => event.type === 'Stopped' && event.version < version);
  if (stopped === undefined) return;
  const held = await store.streamsWith(tenant, 'ExecutionHeld', stopped.recordedAt);
  for (let from = 0; from < held.length; from += atOnce) {
    const some = held.slice(from, from + atOnce).map((of) => parseStream(of).id);
    await Promise.all(
      some.map((id) =>
        proposals.answer(heard, { tenant, id, rule: 'resume-execution' }, (state) => {
          if (state.status !== 'held' || state.held.stop !== data.scope) return 'nothing';
          const at = ports.clock.now();
          return { commands: [{ type: 'resume_execution', fact: { because: 'released', at } }] };
        }),
      ),
    );
  }
}
