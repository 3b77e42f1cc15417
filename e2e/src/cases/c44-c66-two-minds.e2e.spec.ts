import { proposalStream } from '@countersign/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { proposeRefund } from '../harness/refund-story.js';
import { System } from '../harness/system.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

/** Above the staff limit and consented to: two managers may decide on what is left. */
async function consented(): Promise<string> {
  const lines = [{ lineId: '1', title: 'bicycle trailer', unitPriceMinor: 64_000 }];
  const id = await proposeRefund(system, await system.admin.order({ lines }));
  expect((await system.newPerson('ada').decide(id, 'approve')).status).toBe(202);
  return id;
}

const decisionsOf = async (id: string) =>
  (await system.events(proposalStream(id))).filter(
    ({ type, data }) =>
      type === 'ApprovalRejected' || (type === 'ApprovalGranted' && data['basis'] === 'approval'),
  );

test('C44: one manager grants and one rejects from the same version, ten times: one decision stands, the other is a 409', async () => {
  const [maya, priya] = [system.as('maya'), system.as('priya')];
  for (let round = 0; round < 10; round += 1) {
    const id = await consented();
    const answers = await Promise.all([maya.decide(id, 'approve'), priya.decide(id, 'reject')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'already_decided' });
    const [decision, ...more] = await decisionsOf(id);
    expect(more).toEqual([]);
    const granted = answers[0]?.status === 200;
    expect(decision?.type).toBe(granted ? 'ApprovalGranted' : 'ApprovalRejected');
    await system.waitForEvent(id, granted ? 'ProposalCompleted' : 'ReservationReleased');
    const { stream, effects } = await system.threeRecords(id);
    expect(effects).toHaveLength(granted ? 1 : 0);
    expect(stream.includes('ExecutionStarted')).toBe(granted);
  }
});

test('C66: after a no, the same yes again, another yes and an operator’s "send again" all change nothing', async () => {
  const id = await consented();
  const [maya, priya, sam] = [system.as('maya'), system.as('priya'), system.as('sam')];
  const url = `${system.host.urlOf('approval_service')}/v1/proposals/${id}/decisions`;
  const { digest, sight } = (await maya.card(id)).body;
  expect((await priya.decide(id, 'reject')).status).toBe(200);
  await system.waitForEvent(id, 'ReservationReleased');

  for (const person of [maya, priya]) {
    const late = await person.send('POST', url, { decision: 'approve', digest, sight });
    expect(late.status).toBe(409);
  }
  const step = { step: 'send_again', evidence: 'none', reason: 'the customer insists' };
  const pressed = await sam.recovery('POST', `/${id}/resolutions`, step);
  expect([404, 409]).toContain(pressed.status);

  const other = await consented();
  expect((await maya.decide(other, 'approve')).status).toBe(200);
  await system.waitForEvent(other, 'ProposalCompleted');
  const { stream, effects } = await system.threeRecords(id);
  expect(stream).not.toContain('ExecutionStarted');
  expect(effects).toEqual([]);
});
