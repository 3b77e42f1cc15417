import { randomUUID } from 'node:crypto';
import { proposalStream } from '@countersign/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { HttpAnswer } from '../harness/person.js';
import { refundBody } from '../harness/refund-story.js';
import { System } from '../harness/system.js';
import { verdictOf } from '../harness/verdict.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

const order = () => system.admin.order({ lines: [{ lineId: '1', title: 'lamp', unitPriceMinor: 10_000 }] });
const rounds = 100;
const ten = { lines: [], amountMinor: 1_000, currency: 'EUR' };
const send = (body: object, key: string): Promise<HttpAnswer> => system.as('helpdesk-bot').propose(body, key);

test('C10, C11: twenty in the same moment under one key, a hundred rounds: one proposal, never a 5xx, one effect', async () => {
  const ids: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const body = refundBody(await order(), ten);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(body, key)));
    for (const { status } of answers) expect([202, 409]).toContain(status);
    const known = new Set(
      answers.filter(({ status }) => status === 202).map((answer) => String(answer.body['proposalId'])),
    );
    expect(known.size).toBe(1);
    ids.push(...known);
  }
  expect(new Set(ids).size).toBe(rounds);
  // 10.00 EUR is within the automatic limit: each has been carried out by itself, once.
  for (const id of ids) {
    await system.waitForEvent(id, 'ProposalCompleted');
    const { stream, effects } = await system.threeRecords(id);
    expect(stream.filter((type) => type === 'ProposalDrafted')).toHaveLength(1);
    expect(effects).toHaveLength(1);
  }
  expect((await system.admin.ledger()).effects).toHaveLength(rounds);
});

test('C12: the same key for another amount or currency is told from a repeat, and nothing is changed', async () => {
  const body = refundBody(await order(), { ...ten, amountMinor: 3_000 });
  const key = randomUUID();
  const first = await send(body, key);
  const id = String(first.body['proposalId']);
  await verdictOf(system, id);
  await system.waitForEvent(id, 'ApprovalRequested');
  const before = await system.events(proposalStream(id));
  for (const change of [{ amountMinor: 10_000 }, { currency: 'USD' }]) {
    const other = await send({ ...body, ...change }, key);
    expect([other.status, other.body['code']]).toEqual([422, 'idempotency_key_reused']);
  }
  const turned = Object.fromEntries(Object.entries(body).reverse());
  expect(await send(turned, key)).toMatchObject({ status: 202, body: first.body });
  expect(await system.events(proposalStream(id))).toEqual(before);
});
