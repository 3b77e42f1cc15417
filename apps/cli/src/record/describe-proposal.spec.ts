import { readFileSync } from 'node:fs';
import type { RecordedEvent } from '@countersign/contracts';
import { describe, expect, test } from '@jest/globals';
import { describeProposal, foldProposal } from './describe-proposal.js';

const sample = (type: string): RecordedEvent => {
  const file = new URL(`../../../../libs/contracts/samples/${type}.v1.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as RecordedEvent;
};

function attemptsAfter(types: readonly string[], last: object = {}): string {
  const events = ['ProposalDrafted', 'PolicyDecided', 'ApprovalRequested', 'ApprovalGranted', ...types]
    .map(sample)
    .map((event, at, all) =>
      at === all.length - 1 ? { ...event, data: { ...event.data, ...last } } : event,
    );
  const state = foldProposal(events);
  if (state.status === 'absent') throw new Error('not drafted');
  const part = describeProposal(state, events).find(({ heading }) => heading === 'Attempts');
  return part?.lines.join('\n') ?? '';
}

describe('what is told of a proposal', () => {
  test('a call without a result says since when, until when it may arrive by its sender’s word, and what comes then', () => {
    const told = attemptsAfter(['ExecutionStarted'], { settlesAt: '2026-11-29T10:31:07.000Z' });
    expect(told).toContain('no result of it is on record yet');
    expect(told).toContain(
      'can still arrive until 10:31:07 UTC, by the settings of the executor that sent it',
    );
    expect(told).toMatch(/counts as unknown: the target is asked what happened/);
  });

  test('where no sender wrote it down, no time is made up', () => {
    const told = attemptsAfter(['ExecutionStarted']);
    expect(told).toContain('is not on record');
    expect(told).not.toMatch(/until \d/);
  });

  test('a call that has its result does not speak of waiting', () => {
    expect(attemptsAfter(['ExecutionStarted', 'OutcomeUnknown'])).not.toMatch(/still arrive|silent/);
    expect(attemptsAfter([])).not.toMatch(/still arrive|silent/);
  });
});
