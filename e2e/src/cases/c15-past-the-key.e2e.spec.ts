import { type Ports, systemPorts } from '@countersign/contracts';
import { afterEach, expect, test } from '@jest/globals';
import { proposeRefund } from '../harness/refund-story.js';
import { waitForRecoveryItem } from '../harness/resolve-by-two.js';
import { System } from '../harness/system.js';
import { sendsOf } from '../harness/wire.js';

let system: System | undefined;
afterEach(() => system?.stop());

const hour = 3_600_000;
const lines = [{ lineId: '1', title: 'headphones', unitPriceMinor: 4_200 }];

/** A system whose services' clock a test moves; databases and providers keep their own. */
async function startWith(settings: Readonly<Record<string, string>>) {
  const own = systemPorts();
  let aheadMs = 0;
  const nowMs = () => own.clock.nowMs() + aheadMs;
  const clock = {
    nowMs,
    now: () => new Date(nowMs()).toISOString(),
    wait: (ms: number, signal?: AbortSignal) => own.clock.wait(ms, signal),
  };
  const ports: Ports = { ...own, clock };
  const started = await System.start({ ports, settings });
  system = started;
  const ahead = (hours: number) => {
    aheadMs = hours * hour;
  };
  return { started, ahead };
}

/** Permitted and sent once, under a fault; nobody knows what came of it. */
async function unknownAfter(started: System, kind: 'response_lost' | 'request_lost'): Promise<string> {
  const proposalId = await proposeRefund(started, await started.admin.order({ lines }));
  await started.admin.fault('payments', { route: 'POST /v1/refunds', kind, times: 1 });
  expect((await started.newPerson('ada').decide(proposalId, 'approve')).status).toBe(200);
  await started.waitForEvent(proposalId, 'OutcomeUnknown');
  return proposalId;
}

/** In the queue, because nothing may be sent under it any more, and with no step that would send it. */
async function expectLeftToPeople(started: System, proposalId: string): Promise<void> {
  const review = await started.waitForEvent(proposalId, 'ReviewRequested');
  expect(review.data).toMatchObject({
    reason: 'outcome_still_unknown',
    code: 'key_forgotten',
    allowedSteps: ['look_again', 'record_happened', 'record_did_not_happen'],
  });
  expect(await started.types(proposalId)).toEqual(
    expect.not.arrayContaining(['ExecutionFailed', 'ExecutionRetryScheduled']),
  );
}

async function expectNoWayToSend(started: System, proposalId: string): Promise<void> {
  const sam = started.newPerson('sam');
  await waitForRecoveryItem(started, proposalId);
  const said = { step: 'send_again', evidence: 'status page', reason: 'it is up again' };
  const refused = await sam.recovery('POST', `/${proposalId}/resolutions`, said);
  expect(refused).toMatchObject({ status: 409, body: { code: 'step_not_allowed' } });
}

test('C15: look-up is switched off and 25 hours pass: no new call, and an item in the recovery queue', async () => {
  const { started, ahead } = await startWith({ LOOK_UPS: 'off', LOOK_MAX: '1000' });
  const proposalId = await unknownAfter(started, 'response_lost');
  const before = (await started.admin.ledger()).calls.length;
  ahead(25);
  await expectLeftToPeople(started, proposalId);
  // Tokens are judged by the services' clock, and people sign in at the provider's.
  ahead(0);
  await expectNoWayToSend(started, proposalId);
  expect(await sendsOf(started, proposalId)).toHaveLength(1);
  expect((await started.admin.ledger()).calls).toHaveLength(before);
  const looks = (await started.events(`proposal-${proposalId}`)).filter(
    ({ type }) => type === 'TargetLooked',
  );
  expect(new Set(looks.map(({ data }) => data['code']))).toEqual(new Set(['look_ups_off']));
});

test('C15: nothing is there, proven, and 25 hours have passed: it is looked up, and not sent again', async () => {
  const { started, ahead } = await startWith({});
  const proposalId = await unknownAfter(started, 'request_lost');
  ahead(25);
  await expectLeftToPeople(started, proposalId);
  ahead(0);
  const looked = await started.waitForEvent(proposalId, 'OutcomeReconciled');
  expect(looked.data).toMatchObject({
    finding: 'inconclusive',
    evidence: { complete: true, found: [], absence: { basis: 'whole_listing', recordsRead: 0 } },
  });
  expect(await started.types(proposalId)).toEqual(expect.arrayContaining(['OutcomeUnknown']));
  expect((await started.types(proposalId)).filter((type) => type === 'ExecutionStarted')).toHaveLength(1);
  expect((await started.threeRecords(proposalId)).effects).toEqual([]);
});
