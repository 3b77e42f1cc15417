import type { RecordedEvent } from '@countersign/contracts';
import { describe, expect, it } from '@jest/globals';
import { nextMatter } from './route-next-matter-when-specialist-is-done.js';

type Sketch = readonly [type: string, cause: string, data: Record<string, unknown>];

function recorded(events: readonly Sketch[]): RecordedEvent[] {
  return events.map(([type, causationId, data], index) => ({
    ...{ type, data, version: index + 1 },
    metadata: { causationId, correlationId: 'r1' },
  })) as unknown as RecordedEvent[];
}

const also = [{ capability: 'accounts', reason: 'close_account' }];
const turn: Sketch = ['ModelTurnTaken', 'm1', { by: 'coordinator', detail: { also } }];
const route = (capability: string, cause = 'm1', messageId = 'm1'): Sketch => [
  'CaseRouted',
  cause,
  { capability, messageId },
];

describe('given a message that asked for two things', () => {
  it('when the first was routed, then the second is next, for the same message', () => {
    expect(nextMatter(recorded([turn, route('refunds')]))).toEqual({ ...also[0], messageId: 'm1' });
  });

  it('when the second was routed as well, then nothing is left', () => {
    const events = [turn, route('refunds'), route('accounts', 'e3')];
    expect(nextMatter(recorded(events))).toBeUndefined();
  });

  it('when the second was routed for another message, then it is still left', () => {
    const events = [turn, route('refunds'), route('accounts', 'm2', 'm2')];
    expect(nextMatter(recorded(events))).toMatchObject({ capability: 'accounts', messageId: 'm1' });
  });
});

describe('given a message that asked for one thing', () => {
  it('when it was routed, then nothing is left', () => {
    const single: Sketch = ['ModelTurnTaken', 'm1', { by: 'coordinator' }];
    expect(nextMatter(recorded([single, route('refunds')]))).toBeUndefined();
  });
});
