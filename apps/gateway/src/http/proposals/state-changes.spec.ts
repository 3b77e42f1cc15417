import type { RecordedEvent } from '@countersign/contracts';
import { type ProposalEvent, parametersDiffer } from '@countersign/domain';
import { describe, expect, test } from '@jest/globals';
import {
  drafted,
  executionStarted,
  policyDecided,
  refusedByTarget,
  reviewRequested,
} from '../../testing/samples.js';
import type { StreamMessage } from '../live/event-streams.js';
import { stateChanges } from './state-changes.js';

async function* recorded(...facts: ProposalEvent[]): AsyncGenerator<RecordedEvent> {
  for (const [index, { type, data }] of facts.entries()) {
    yield {
      type,
      data,
      version: index + 1,
      recordedAt: '2026-11-29T12:00:00.000Z',
    } as unknown as RecordedEvent;
  }
}

async function told(facts: ProposalEvent[], { after = 0, known = 0 } = {}): Promise<string[]> {
  const messages: StreamMessage[] = [];
  for await (const message of stateChanges(recorded(...facts), { after, known })) messages.push(message);
  return messages.map(({ event, id, data }) => `${id ?? event} ${String(data['status'])}`);
}

const failed = [drafted, policyDecided('allow'), executionStarted('p-1', '0'.repeat(64)), refusedByTarget];

describe('the states of a proposal', () => {
  test('are one message for each event that changed the state, and an end', async () => {
    expect(await told(failed)).toEqual([
      '1 being_checked',
      '2 approved',
      '3 executing',
      '4 failed',
      'end failed',
    ]);
  });

  test('say nothing of an event that changed nothing', async () => {
    const reminded = { type: 'ApprovalReminded', data: { slots: [], at: '' } } as const;
    expect(await told([drafted, reminded, policyDecided('deny')])).toEqual([
      '1 being_checked',
      '3 denied',
      'end denied',
    ]);
  });

  test('an ending is none when the record already goes beyond it', async () => {
    const looked = [...failed, reviewRequested];
    expect(await told(looked, { known: 5 })).toEqual([
      '1 being_checked',
      '2 approved',
      '3 executing',
      '4 failed',
      '5 in_review',
    ]);
    expect(await told(looked, { known: 4 })).toContain('end failed');
  });

  test('a refusal that may hide an effect ends nothing: a person finds out', async () => {
    const disputed = { ...refusedByTarget, data: { ...refusedByTarget.data, code: parametersDiffer } };
    const messages = await told([...failed.slice(0, -1), disputed as ProposalEvent], { known: 4 });
    expect(messages.at(-1)).toBe('4 failed');
  });

  test('behind the last one are only the end', async () => {
    expect(await told(failed, { after: 4, known: 4 })).toEqual(['end failed']);
  });
});
