import { caseStream, type RecordedEvent, type Service } from '@countersign/contracts';
import { waitFor } from '@countersign/testing';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { CommitWatch } from '../harness/commit-watch.js';
import { killWhen, restart } from '../harness/killings.js';
import { parkedOf } from '../harness/parked.js';
import { askForRefund, type RefundStory } from '../harness/refund-story.js';
import { System } from '../harness/system.js';
import { waitForSend } from '../harness/wire.js';

let system: System;
let watch: CommitWatch;
beforeAll(async () => {
  system = await System.start({ separateProcesses: true });
  watch = await CommitWatch.open(system);
});
afterEach(() => system.admin.mend('payments'));
afterAll(async () => {
  await watch.stop();
  await system.stop();
});

const lines = [{ lineId: '1', title: 'headphones', unitPriceMinor: 7_900 }];
const proposalOfOneRun = [
  'ProposalDrafted',
  'PolicyDecided',
  'ApprovalRequested',
  'ApprovalGranted',
  'ExecutionStarted',
  'ExecutionSucceeded',
  'TargetLooked',
  'ProposalCompleted',
];
/** What a death inside the call may add: nobody knew for a while, it was looked at, it was surely absent and sent again. */
const doubts = ['OutcomeUnknown', 'TargetLooked', 'OutcomeReconciled', 'ExecutionSucceeded'];
const wordsOfOneRun = ['question', 'awaiting_approval', 'approved', 'completed'];

/** The person's own part: say it again as long as nobody answers, as anyone with a browser would. */
async function consent({ ada, proposalId }: RefundStory): Promise<void> {
  const answer = await waitFor('an answer to the consent', () =>
    ada.decide(proposalId, 'approve').then(
      (given) => (given.status === 200 ? given : undefined),
      () => undefined,
    ),
  );
  expect(answer.body).toMatchObject({ proposalId, decision: 'approve', by: { subject: 'ada' } });
}

async function endOf(story: RefundStory): Promise<RecordedEvent[]> {
  const ended = (events: readonly RecordedEvent[]) => events.some((event) => event.type === 'CaseCompleted');
  return waitFor(
    `the end of ${story.caseId}`,
    async () => {
      const events = await system.events(caseStream(story.caseId));
      return ended(events) ? events : undefined;
    },
    { describe: () => system.describe(story.proposalId) },
  );
}

/** The three records, and that nothing was set aside: all as if nobody had been killed. */
async function expectUndisturbed(story: RefundStory, killedIn: 'between' | 'call'): Promise<void> {
  const ofCase = (await endOf(story)).map((event) => event.type);
  const { stream, effects } = await system.threeRecords(story.proposalId);
  const settled = (types: readonly string[]) =>
    killedIn === 'call' ? [...new Set(types.filter((one) => !doubts.includes(one)))] : types;
  expect(settled(stream)).toEqual(settled(proposalOfOneRun));
  expect(effects).toEqual([
    expect.objectContaining({ amountMinor: 7_900, charge: story.charge, key: story.proposalId }),
  ]);
  expect((await system.admin.ledger(story.charge)).effects).toHaveLength(1);
  const words = (await story.ada.replies()).map((reply) => reply.code);
  // After a doubt that proved groundless it is said again that the refund is being carried out; nothing else is.
  const again = killedIn === 'call' && words.includes('outcome_unknown') ? ['approved'] : [];
  for (const code of words.filter((one) => !again.includes(one))) {
    expect(words.filter((one) => one === code)).toEqual([code]);
  }
  expect(settled(words).filter((code) => killedIn === 'between' || wordsOfOneRun.includes(code))).toEqual(
    wordsOfOneRun,
  );
  expect(ofCase.filter((type) => type === 'QuestionAsked')).toHaveLength(1);
  expect(ofCase.filter((type) => type === 'ProposalAttached')).toHaveLength(1);
  expect(await parkedOf(system.raw)).toEqual([]);
}

const type = (name: string) => (event: RecordedEvent) => event.type === name;
const nth = (name: string, n: number) => {
  let seen = 0;
  return (event: RecordedEvent) => event.type === name && ++seen === n;
};
const told = (code: string) => (event: RecordedEvent) =>
  event.type === 'ReplySent' && event.data['code'] === code;
const turn = (step: string) => (event: RecordedEvent) =>
  event.type === 'ModelTurnTaken' && event.data['step'] === step;

/**
 * Every commit of a whole run, in order; events of one commit share a row. Who wrote it, who hears it next.
 * Where these are one service, killing it once is killing both.
 */
const boundaries: readonly [string, () => (event: RecordedEvent) => boolean, Service, Service?][] = [
  ['CaseOpened and CustomerMessageReceived', () => type('CustomerMessageReceived'), 'coordinator'],
  ['CaseRouted', () => type('CaseRouted'), 'coordinator', 'refund_specialist'],
  ['ToolCalled', () => type('ToolCalled'), 'refund_specialist'],
  ['FactEstablished', () => type('FactEstablished'), 'refund_specialist'],
  ['QuestionAsked', () => type('QuestionAsked'), 'refund_specialist', 'coordinator'],
  ['ReplySent with the question', () => told('question'), 'coordinator'],
  [
    'CustomerMessageReceived with the answer',
    () => nth('CustomerMessageReceived', 2),
    'coordinator',
    'gateway',
  ],
  ['CaseRouted with the answer', () => nth('CaseRouted', 2), 'coordinator', 'refund_specialist'],
  ['ModelTurnTaken that proposes', () => turn('propose'), 'refund_specialist'],
  ['ProposalDrafted', () => type('ProposalDrafted'), 'refund_specialist', 'policy_gate'],
  ['ProposalAttached', () => type('ProposalAttached'), 'coordinator'],
  ['PolicyDecided', () => type('PolicyDecided'), 'policy_gate', 'approval_service'],
  ['ApprovalRequested', () => type('ApprovalRequested'), 'approval_service', 'coordinator'],
  ['ReplySent with the card', () => told('awaiting_approval'), 'coordinator'],
  ['ApprovalGranted', () => type('ApprovalGranted'), 'approval_service', 'executor'],
  ['ExecutionStarted', () => type('ExecutionStarted'), 'executor'],
  ['ExecutionSucceeded', () => type('ExecutionSucceeded'), 'executor', 'reconciler'],
  ['TargetLooked and ProposalCompleted', () => type('ProposalCompleted'), 'reconciler', 'coordinator'],
  ['ReplySent with the end, and CaseCompleted', () => type('CaseCompleted'), 'coordinator'],
];
const kills = boundaries.flatMap(([name, fits, ...services]) =>
  services.map((service) => ({ name, fits, service: service as Service })),
);

test.each(kills)(
  'S12: $name is committed and $service is killed: as if nothing had happened',
  async ({ name, fits, service }) => {
    const killed = killWhen({ system, watch }, service, fits());
    const story = await askForRefund(system, { lines });
    await consent(story);
    await killed;
    const inCall = service === 'executor' && ['ApprovalGranted', 'ExecutionStarted'].includes(name);
    await expectUndisturbed(story, inCall ? 'call' : 'between');
  },
);

test('S12: killed while the call is on its way and not applied yet: it is not sent a second time', async () => {
  const story = await askForRefund(system, { lines });
  await system.admin.fault('payments', {
    route: 'POST /v1/refunds',
    kind: 'delay',
    delayMs: 1_000,
    times: 1,
  });
  await consent(story);
  await waitForSend(system, story.proposalId);
  await restart(system, 'executor');
  await expectUndisturbed(story, 'call');
});

test('C62: killed after the effect and before its outcome is stored: the case says done, approving again changes nothing', async () => {
  const story = await askForRefund(system, { lines });
  const held = { route: 'POST /v1/refunds', kind: 'delay', delayMs: 1_200, applied: true, times: 1 } as const;
  await system.admin.fault('payments', held);
  await consent(story);
  await waitFor('the effect', async () => {
    const { effects } = await system.admin.ledger(story.charge);
    return effects.length > 0 ? true : undefined;
  });
  await restart(system, 'executor');
  await expectUndisturbed(story, 'call');
  expect(await system.types(story.proposalId)).toContain('OutcomeUnknown');
  expect((await story.ada.conversation())['status']).toBe('completed');
  const before = await system.types(story.proposalId);
  await consent(story);
  expect(await system.types(story.proposalId)).toEqual(before);
  await expectUndisturbed(story, 'call');
});
