import { type RecordedEvent, systemPorts } from '@countersign/contracts';
import type { ProposalCommand } from '@countersign/domain';
import { createApprovalVerifier } from '@countersign/identity';
import type { Work } from '@countersign/messaging';
import { describe, expect, it } from '@jest/globals';
import { approvedRefund, fold, key, tenant } from '../testing/approved-refund.js';
import { Execution, type ExecutionPorts } from './execution.js';

const id = '11111111-1111-4111-8111-111111111111';
const minute = 60_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

interface Waited {
  /** How long people took. */
  readonly draftedAgoMs: number;
  /** How long ago the last yes was given. */
  readonly permittedAgoMs: number;
}

/** What the executor wants recorded when payments cannot be read right before the call. */
async function workWhenUnreadable({ draftedAgoMs, permittedAgoMs }: Waited) {
  const events = approvedRefund({ id }).map((event, at) => ({
    ...event,
    data:
      event.type === 'ProposalDrafted' ? { ...event.data, draftedAt: ago(draftedAgoMs) } : { ...event.data },
    version: at + 1,
    recordedAt: ago(event.type === 'ApprovalGranted' ? permittedAgoMs : draftedAgoMs),
  })) as unknown as RecordedEvent[];
  let wanted: Work<ProposalCommand> = 'nothing';
  const proposals = {
    answer: async (_cause: unknown, _to: unknown, work: (...of: unknown[]) => typeof wanted) => {
      const state = fold(approvedRefund({ id }));
      wanted = await work(state, { state, version: events.length, events });
      return { outcome: 'nothing', state, version: events.length };
    },
  };
  const execution = new Execution({
    proposals,
    ports: systemPorts(),
    verifier: createApprovalVerifier([key.publicJwk]),
    store: { claimsUnder: async () => [] },
    reads: { situation: async () => ({ outcome: 'no_answer', code: 'payments_unreachable' }) },
    retries: { attemptsMax: 6, elapsedMaxMs: 10 * minute, baseMs: 1_000, ceilingMs: minute },
  } as unknown as ExecutionPorts);
  await execution.carryOut({ cause: { id: 'cause', correlationId: 'c' }, tenant, id });
  return wanted === 'nothing' ? wanted : (wanted as { commands: ProposalCommand[] }).commands[0]?.type;
}

describe('a record that cannot be read right before the call', () => {
  it('is tried again, however long people took to decide', async () => {
    const waited = { draftedAgoMs: 120 * minute, permittedAgoMs: 1_000 };
    expect(await workWhenUnreadable(waited)).toBe('schedule_retry');
  });

  it('is given up when it has been unreadable for too long since the last yes', async () => {
    const waited = { draftedAgoMs: 120 * minute, permittedAgoMs: 11 * minute };
    expect(await workWhenUnreadable(waited)).toBe('exhaust_retries');
  });
});
