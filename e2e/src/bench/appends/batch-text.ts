import { canonicalJson } from '@countersign/contracts';
import { sampleAppend } from './sample-event.js';

export type Extra = 'none' | 'claim' | 'timer';

/** A call of `append` in wire form, as the store makes it: one draft, or one permission with its claim, to each of new streams. */
export function batchText(count: number, extra: Extra): string {
  return `[${Array.from({ length: count }, () => appendText(extra)).join(',')}]`;
}

function appendText(extra: Extra): string {
  const { tenant, stream, expectedVersion, events } = sampleAppend('bench');
  return JSON.stringify({
    ...{ tenant, stream, expectedVersion },
    events: events.map(({ id, schemaVersion, data, metadata }) => ({
      ...{ id, type: extra === 'claim' ? 'PolicyDecided' : 'ProposalDrafted', schemaVersion },
      data: canonicalJson({ ...data, ...(extra === 'claim' && { verdict: 'allow' }) }),
      metadata: canonicalJson(metadata),
    })),
    ...(extra === 'claim' && { claims: [{ key: `intent:${stream}` }] }),
    ...(extra === 'timer' && {
      timers: [{ task: 'bench', key: stream, payload: '{}', inMs: 3_600_000 }],
    }),
  });
}
