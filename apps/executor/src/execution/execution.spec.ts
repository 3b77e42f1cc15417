import { type RecordedEvent, systemPorts } from '@countersign/contracts';
import type { ProposalCommand } from '@countersign/domain';
import { createApprovalVerifier } from '@countersign/identity';
import type { Work } from '@countersign/messaging';
import { describe, expect, it } from '@jest/globals';
import { Targets } from '../targets/targets.js';
import { approvedRefund, fold, key, tenant } from '../testing/approved-refund.js';
import { noLimits } from '../testing/no-limits.js';
import { Execution } from './execution.js';
import type { ExecutionPorts } from './execution-ports.js';
import type { OwnEffect } from './own-effect.js';
import { type RevalidationPorts, revalidate } from './revalidate.js';

const id = '11111111-1111-4111-8111-111111111111';
const minute = 60_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

interface Waited {
  /** How long people took. */
  readonly draftedAgoMs: number;
  /** How long ago the last yes was given. */
  readonly permittedAgoMs: number;
  /** How long ago it was tried first, if it was. */
  readonly triedAgoMs?: number;
  /** What the target holds of an earlier try. */
  readonly own?: OwnEffect;
}

const unreadable = { outcome: 'no_answer', code: 'payments_unreachable' };

/** What the executor wants recorded when it reads the situation right before the call. */
async function workWhenRead(
  situation: object,
  { draftedAgoMs, permittedAgoMs, triedAgoMs, own = { outcome: 'never_sent' } }: Waited,
) {
  const approved = approvedRefund({ id }).map((event, at) => ({
    ...event,
    data:
      event.type === 'ProposalDrafted' ? { ...event.data, draftedAt: ago(draftedAgoMs) } : { ...event.data },
    version: at + 1,
    recordedAt: ago(event.type === 'ApprovalGranted' ? permittedAgoMs : draftedAgoMs),
  })) as unknown as RecordedEvent[];
  const tried = {
    ...{ type: 'ExecutionRetryScheduled', data: { code: 'unavailable' }, recordedAt: ago(triedAgoMs ?? 0) },
  } as unknown as RecordedEvent;
  const events = triedAgoMs === undefined ? approved : [...approved, tried];
  let wanted: Work<ProposalCommand> = 'nothing';
  const folded = fold(approvedRefund({ id }));
  const proposals = {
    loadHeard: async () => ({ state: folded, version: events.length, events }),
    answer: async (_cause: unknown, _to: unknown, work: (...of: unknown[]) => typeof wanted) => {
      const state = fold(approvedRefund({ id }));
      wanted = await work(state, { state, version: events.length, events });
      return { outcome: 'nothing', state, version: events.length };
    },
  };
  const store = { claimsUnder: async () => [], readStream: async () => [] };
  const reads = { byKind: () => ({ situation: async () => situation }) };
  const engine = { limitsOf: () => ({}) };
  const reading = { store, reads, engine } as unknown as RevalidationPorts;
  const execution = new Execution({
    proposals,
    ports: systemPorts(),
    verifier: createApprovalVerifier([key.publicJwk]),
    store,
    ownEffect: async () => own,
    revalidate: (...args: Parameters<ExecutionPorts['revalidate']>) => revalidate(reading, ...args),
    targets: new Targets({ ...noLimits, ports: systemPorts() }),
    targetOf: () => 'payments',
    retries: { attemptsMax: 6, elapsedMaxMs: 10 * minute, baseMs: 1_000, ceilingMs: minute },
  } as unknown as ExecutionPorts);
  await execution.carryOut({ cause: { id: 'cause', correlationId: 'c' }, tenant, id });
  return wanted === 'nothing' ? wanted : (wanted as { commands: ProposalCommand[] }).commands[0];
}

describe('a record that cannot be read right before the call', () => {
  it('is tried again, however long people took to decide', async () => {
    const waited = { draftedAgoMs: 120 * minute, permittedAgoMs: 1_000 };
    expect(await workWhenRead(unreadable, waited)).toMatchObject({ type: 'schedule_retry' });
  });

  it('is tried again, however long no executor was there to try', async () => {
    const waited = { draftedAgoMs: 120 * minute, permittedAgoMs: 60 * minute };
    expect(await workWhenRead(unreadable, waited)).toMatchObject({ type: 'schedule_retry' });
  });

  it('is given up when it has been unreadable for too long since the first try', async () => {
    const waited = { draftedAgoMs: 120 * minute, permittedAgoMs: 12 * minute, triedAgoMs: 11 * minute };
    expect(await workWhenRead(unreadable, waited)).toMatchObject({ type: 'exhaust_retries' });
  });
});

describe('a record that is gone right before the call', () => {
  it('invalidates the proposal, and the evidence says when it was looked for', async () => {
    const gone = { outcome: 'gone', difference: 'order 4821 is no longer there.' };
    const wanted = await workWhenRead(gone, { draftedAgoMs: 1_000, permittedAgoMs: 500 });
    const readAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(wanted).toMatchObject({ type: 'invalidate', fact: { code: 'record_gone', evidence: { readAt } } });
  });

  it('is not the end of what was sent before and is there: the reconciler settles it', async () => {
    const gone = { outcome: 'gone', difference: 'order 4821 is no longer there.' };
    const wanted = await workWhenRead(gone, {
      draftedAgoMs: 1_000,
      permittedAgoMs: 500,
      own: { outcome: 'there' },
    });
    expect(wanted).toMatchObject({ type: 'exhaust_retries', fact: { code: 'record_gone' } });
  });

  it('is not the end of what may be there: it is looked for again', async () => {
    const gone = { outcome: 'gone', difference: 'order 4821 is no longer there.' };
    const wanted = await workWhenRead(gone, {
      draftedAgoMs: 1_000,
      permittedAgoMs: 500,
      own: { outcome: 'no_answer' },
    });
    expect(wanted).toMatchObject({ type: 'schedule_retry', fact: { code: 'own_effect_unknown' } });
  });

  it('is looked for when that can be answered, however long trying may take', async () => {
    const gone = { outcome: 'gone', difference: 'order 4821 is no longer there.' };
    const answersAt = new Date(Date.now() + 15 * minute).toISOString();
    const waited = { draftedAgoMs: 60 * minute, permittedAgoMs: 12 * minute, triedAgoMs: 11 * minute };
    const wanted = await workWhenRead(gone, { ...waited, own: { outcome: 'no_answer', answersAt } });
    if (wanted === 'nothing' || wanted?.type !== 'schedule_retry') throw new Error(JSON.stringify(wanted));
    expect(Date.parse(wanted.fact.retryAt)).toBeGreaterThan(Date.parse(answersAt));
  });
});
