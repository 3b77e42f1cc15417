import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { askForRefund, type RefundStory } from '../harness/refund-story.js';
import { System } from '../harness/system.js';
import { cardOf } from '../harness/waiting-card.js';

let system: System;
let story: RefundStory;
let sight: string;
beforeAll(async () => {
  // A stream of replies to nobody ends at once instead of waiting for its conversation.
  system = await System.start({ settings: { CONVERSATION_PATIENCE_MS: '0' } });
  story = await askForRefund(system, { lines: [{ lineId: '1', title: 'lamp', unitPriceMinor: 64_000 }] });
  ({ sight } = await cardOf(system, story.proposalId, 'maya'));
});
afterAll(() => system.stop());

const edges = ['gateway', 'approval_service', 'reconciler'] as const;

/** All that was ever recorded, published, timed or paid. */
async function everything() {
  const [row] = await system.raw.query<Record<string, number>>(
    'everything',
    `select (select count(*)::int from countersign.events) as events,
       (select count(*)::int from countersign.messages) as messages,
       (select count(*)::int from countersign.claims) as claims,
       (select count(*)::int from countersign.parked) as parked`,
    [],
  );
  return { ...row, effects: (await system.admin.ledger()).effects.length };
}

/** Every path that an edge documents, whatever its methods, and those that links in mails usually have. */
async function pathsOf(edge: (typeof edges)[number]): Promise<string[]> {
  const base = system.host.urlOf(edge) ?? '';
  const found = await fetch(`${base}/openapi.json`);
  expect(found.status).toBe(200);
  const { paths } = (await found.json()) as { paths: Record<string, object> };
  const { proposalId, ada } = story;
  const named = Object.keys(paths).map((path) =>
    path.replaceAll(/\{conversationId\}/g, ada.conversationId).replaceAll(/\{\w+\}/g, proposalId),
  );
  const guessed = ['approve', 'reject', 'decide', 'confirm', 'decisions', `decisions/${sight}`];
  const links = guessed.map((end) => `/v1/proposals/${proposalId}/${end}`);
  return [...new Set([...named, ...links, '/', '/livez', '/readyz', `/approve/${proposalId}`])];
}

/** As much of a decision as an address can carry. */
function deciding(token: string): string {
  const { digest, proposalId } = story;
  const said = { decision: 'approve', approve: 'true', confirm: '1', digest, sight, proposalId, token };
  const asked = { _method: 'POST', method: 'POST', step: 'send_again', access_token: token };
  return new URLSearchParams({ ...said, ...asked }).toString();
}

/** The status; a stream that would go on for ever is left as soon as it has begun. */
async function look(method: 'GET' | 'HEAD', url: string, token: string | undefined): Promise<number> {
  const leaving = new AbortController();
  const answer = await fetch(url, {
    method,
    signal: leaving.signal,
    redirect: 'manual',
    headers: {
      'x-http-method-override': 'POST',
      'x-method-override': 'POST',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });
  leaving.abort();
  return answer.status;
}

describe.each(edges)('S58: a deciding link is opened, as mail scanners do: %s', (edge) => {
  test.each(['nobody', 'ada', 'maya', 'sam', 'helpdesk-bot'])('by %s: nothing is decided', async (who) => {
    const before = await everything();
    const token = who === 'nobody' ? undefined : await system.as(who).token();
    const inAddress = deciding(token ?? (await system.as('maya').token()));
    const seen: number[] = [];
    for (const path of await pathsOf(edge)) {
      for (const method of ['GET', 'HEAD'] as const) {
        const url = `${system.host.urlOf(edge)}${path}?${inAddress}`;
        seen.push(await look(method, url, token));
      }
    }
    expect(seen).toContain(200);
    expect(Math.max(...seen)).toBeLessThan(500);
    expect(await everything()).toEqual(before);
  });
});

test('S58: opening it a hundred times decided nothing; the person still can, and is told so', async () => {
  const { stream, effects } = await system.threeRecords(story.proposalId);
  expect(stream).toEqual(['ProposalDrafted', 'PolicyDecided', 'ApprovalRequested']);
  expect(effects).toEqual([]);
  expect((await story.ada.replies()).map((reply) => reply.code)).toEqual(['question', 'awaiting_approval']);
  expect(await story.ada.decide(story.proposalId, 'approve')).toMatchObject({ status: 202 });
  expect(await system.as('maya').decide(story.proposalId, 'approve')).toMatchObject({ status: 200 });
  await story.ada.waitForReply('that it is done', (reply) => reply.code === 'completed');
  expect((await system.threeRecords(story.proposalId)).effects).toHaveLength(1);
});
