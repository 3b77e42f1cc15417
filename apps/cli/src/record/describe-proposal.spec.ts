import { readFileSync } from 'node:fs';
import type { RecordedEvent } from '@countersign/contracts';
import { describe, expect, test } from '@jest/globals';
import { describeProposal, foldProposal } from './describe-proposal.js';

const sample = (type: string): RecordedEvent => {
  const file = new URL(`../../../../libs/contracts/samples/${type}.v1.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as RecordedEvent;
};

function attemptsAfter(...types: readonly string[]): string {
  const events = ['ProposalDrafted', 'PolicyDecided', 'ApprovalRequested', 'ApprovalGranted', ...types].map(
    sample,
  );
  const state = foldProposal(events);
  if (state.status === 'absent') throw new Error('not drafted');
  const part = describeProposal(state, events).find(({ heading }) => heading === 'Attempts');
  return part?.lines.join('\n') ?? '';
}

describe('what is told of a proposal', () => {
  test('a call without a result says since when, until when it is waited for, and what comes then', () => {
    const { startedAt } = sample('ExecutionStarted').data as { startedAt: string };
    const until = new Date(Date.parse(startedAt) + 25_000).toISOString().slice(11, 19);
    const told = attemptsAfter('ExecutionStarted');
    expect(told).toContain('no result of it is on record yet');
    expect(told).toContain(`until ${until} UTC`);
    expect(told).toMatch(/counts as unknown: the target is asked what happened/);
  });

  test('a call that has its result does not speak of waiting', () => {
    expect(attemptsAfter('ExecutionStarted', 'OutcomeUnknown')).not.toMatch(/waited for/);
    expect(attemptsAfter()).not.toMatch(/waited for/);
  });
});
