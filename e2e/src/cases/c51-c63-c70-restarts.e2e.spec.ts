import { services } from '@countersign/cli/composition';
import { caseStream, proposalStream } from '@countersign/contracts';
import { evolveProposal, noProposal, type ProposalEvent } from '@countersign/domain';
import { replayAll } from '@countersign/event-store';
import { waitFor } from '@countersign/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { consumersBehind, forgetCheckpoints } from '../harness/checkpoints.js';
import { processesOf, restart } from '../harness/killings.js';
import { parkedOf } from '../harness/parked.js';
import { askForRefund, type RefundStory } from '../harness/refund-story.js';
import { System } from '../harness/system.js';

const all = services.map(({ service }) => service);
const cases = 20;
const amountOf = (n: number) => 5_000 + 10 * n;

let system: System;
let stories: RefundStory[];
beforeAll(async () => {
  system = await System.start({ separateProcesses: true });
  stories = [];
  for (let n = 0; n < cases; n += 5) {
    const some = [n, n + 1, n + 2, n + 3, n + 4].map((one) =>
      askForRefund(system, { lines: [{ lineId: '1', title: 'lamp', unitPriceMinor: amountOf(one) }] }),
    );
    stories.push(...(await Promise.all(some)));
  }
});
afterAll(() => system.stop());

interface Row {
  readonly proposalId: string;
  readonly digest: string;
  readonly target: { readonly id: string };
  readonly amount: { readonly amountMinor: number };
  readonly mayDecide: { readonly slot?: string };
}

test('C70: everything restarted with twenty pending: all are listed and decidable, with the right arguments', async () => {
  await restart(system, ...all);
  const ada = system.newPerson('ada');
  const rows = await waitFor('the whole queue', async () => {
    const page = await ada.send('GET', `${system.host.urlOf('approval_service')}/v1/approvals`);
    return page.body['total'] === cases ? (page.body['rows'] as Row[]) : undefined;
  });
  for (const [n, { proposalId, digest, charge }] of stories.entries()) {
    const row = rows.find((one) => one.proposalId === proposalId);
    const drafted = (await system.events(proposalStream(proposalId)))[0]?.data;
    const action = { target: { id: charge }, money: { amountMinor: amountOf(n), currency: 'EUR' } };
    expect(drafted).toMatchObject({ digest, action });
    expect(row).toMatchObject({ digest, target: { id: charge }, mayDecide: { slot: 'customer-consent' } });
    expect((await ada.card(proposalId)).body).toMatchObject({ digest, sight: expect.any(String) });
  }
});

test('C63: everything restarted between approval and execution: twenty effects, nobody is asked twice', async () => {
  await processesOf(system).kill('executor');
  for (const { ada, proposalId } of stories) {
    expect(await ada.decide(proposalId, 'approve')).toMatchObject({ status: 200 });
  }
  expect((await system.admin.ledger()).effects).toEqual([]);
  await restart(system, ...all);
  for (const [n, story] of stories.entries()) {
    await system.waitForEvent(story.proposalId, 'ProposalCompleted');
    const { stream, effects } = await system.threeRecords(story.proposalId);
    expect(stream.filter((type) => type === 'ApprovalRequested')).toHaveLength(1);
    expect(effects).toEqual([
      expect.objectContaining({ charge: story.charge, amountMinor: amountOf(n), key: story.proposalId }),
    ]);
    await story.ada.waitForReply('that it is done', (reply) => reply.code === 'completed');
    const asked = (await system.events(caseStream(story.caseId))).filter(
      (event) => event.type === 'QuestionAsked',
    );
    expect(asked).toHaveLength(1);
  }
  expect((await system.admin.ledger()).effects).toHaveLength(cases);
});

/** What every system of the outside world was asked so far, and how much the record holds. */
async function countsNow() {
  const calls = await Promise.all(
    (['orders', 'documents', 'payments'] as const).map((name) => system.admin.callsTo(name)),
  );
  const directory = (await system.admin.callsTo('identity')).filter((call) =>
    call.path.includes('directory'),
  );
  const [row] = await system.raw.query<{ events: string; messages: string }>(
    'how-much',
    `select (select count(*) from countersign.events)::text as events,
       (select count(*) from countersign.messages)::text as messages`,
    [],
  );
  return { ...row, calls: calls.map((each) => each.length), directory: directory.length };
}

test('C51: an audit replay of all finished proposals calls nobody and writes nothing', async () => {
  const before = await countsNow();
  const states = new Map<string, typeof noProposal | ReturnType<typeof evolveProposal>>();
  for await (const event of replayAll(system.store, { tenant: 'fjordlight' })) {
    if (!event.stream.startsWith('proposal-')) continue;
    const state = states.get(event.stream) ?? noProposal;
    states.set(event.stream, evolveProposal(state, event as unknown as ProposalEvent));
  }
  expect([...states.values()].map((state) => state.status)).toEqual(stories.map(() => 'completed'));
  expect(await countsNow()).toEqual(before);
});

test('C51: every consumer reset to the beginning hears it all again: 0 connector calls, 0 new events', async () => {
  const behind = () => consumersBehind(system);
  const none = async () => ((await behind()).length === 0 ? true : undefined);
  await waitFor('every consumer to be at the end', none);
  const before = await countsNow();
  await Promise.all(all.map((service) => processesOf(system).kill(service)));
  const forgotten = await forgetCheckpoints(system);
  expect(forgotten).toEqual(expect.arrayContaining(['coordinator', 'executor', 'coordinator:messages']));
  await restart(system, ...all);
  await waitFor('every consumer to be at the end again', none, {
    describe: async () => JSON.stringify(await behind()),
  });
  expect(await countsNow()).toEqual(before);
  expect(await parkedOf(system.raw)).toEqual([]);
});
