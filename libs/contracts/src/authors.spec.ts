import { describe, expect, it } from '@jest/globals';
import { authors } from './authors.js';
import { eventContracts } from './events/event-contracts.js';

const written = Object.entries(authors);
const by = (service: string) =>
  written.filter(([, who]) => (who as readonly string[]).includes(service)).map(([type]) => type);

describe('who may append what', () => {
  it('covers every event type, and no other', () => {
    expect(Object.keys(authors).sort()).toEqual(Object.keys(eventContracts).sort());
  });
  it.each(written)('%s has an author, named once', (_type, who) => {
    expect(who.length).toBeGreaterThan(0);
    expect(new Set(who).size).toBe(who.length);
  });
  it.each(['coordinator', 'refund_specialist', 'gateway'])(
    'the %s, where a model or an outsider may speak, decides nothing and executes nothing',
    (service) => {
      const withAuthority = /^(PolicyDecided|Approval|Execution|Outcome|ProposalCompleted|OperatorResolved)/;
      expect(by(service).filter((type) => withAuthority.test(type))).toEqual([]);
    },
  );
  it.each([
    ['PolicyDecided', 'policy_gate'],
    ['ApprovalGranted', 'approval_service'],
    ['ApprovalRejected', 'approval_service'],
    ['ExecutionStarted', 'executor'],
    ['ExecutionSucceeded', 'executor'],
    ['OutcomeReconciled', 'reconciler'],
    ['ProposalCompleted', 'reconciler'],
  ])('%s is the word of the %s alone', (type, service) => {
    expect(authors[type as keyof typeof authors]).toEqual([service]);
  });
  it('nobody both permits and executes', () => {
    expect(by('executor').filter((type) => by('approval_service').includes(type))).toEqual([]);
    expect(by('executor').filter((type) => by('policy_gate').includes(type))).toEqual([]);
  });
});
