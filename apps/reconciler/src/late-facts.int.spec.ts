import { createHmac } from 'node:crypto';
import type { RecordedEvent } from '@countersign/contracts';
import { PostgresEventStore } from '@countersign/event-store';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { allowed, receipt, started } from './testing/proposal-events.js';
import { RecoveryWorld, until } from './testing/recovery-world.js';

const secret = 'whsec_of_fjordlight_in_tests';
let world: RecoveryWorld;
beforeAll(async () => {
  world = await RecoveryWorld.open({
    PAYMENTS_WEBHOOK_SECRETS: JSON.stringify({ fjordlight: secret, otherco: ['whsec_of_otherco_in_tests'] }),
  });
});
beforeEach(() => world.admin('DELETE', '/payments/webhooks'));
afterEach(() => world.admin('DELETE', '/payments/faults'));
afterAll(() => world.close());

const types = (events: readonly RecordedEvent[]) => events.slice(3).map(({ type }) => type);
const hook = () => `${world.host.urlOf('reconciler')}/v1/webhooks/payments/fjordlight`;
const listen = (hold = false) => world.admin('PUT', '/payments/webhooks', { url: hook(), secret, hold });

/** Accepted by payments, read back as accepted, and completed. */
async function accepted() {
  const { id, charge } = await world.sent();
  await world.admin('PATCH', `/payments/charges/${charge}`, { refundStatus: 'pending' });
  await world.append(id, ...allowed(id, charge), started(id, 1, new Date().toISOString()));
  const reference = await world.refund(id, charge);
  const claimed = { ...receipt, reference, settled: 'pending' } as const;
  await world.append(id, {
    type: 'ExecutionSucceeded',
    data: { attempt: 1, receipt: claimed, at: new Date().toISOString() },
  });
  await world.reaches(id, 'completed');
  return { id, charge, reference };
}

const word = (reference: string, status: 'failed' | 'succeeded', at?: string) =>
  world.admin('PATCH', `/payments/refunds/${reference}`, { status, ...(at === undefined ? {} : { at }) });

async function told(): Promise<readonly { id: string; type: string; about: string }[]> {
  return (await world.admin('GET', '/payments/webhooks'))['events'] as {
    id: string;
    type: string;
    about: string;
  }[];
}
const send = (events: readonly string[], more: object = {}) =>
  world.admin('POST', '/payments/webhooks/deliveries', { events, ...more });

describe('a refund that was accepted and fails at the bank later (C21)', () => {
  it('leaves completed when payments says so and the record shows it, and nothing is sent again', async () => {
    await listen();
    const { id, reference } = await accepted();
    const before = types(await world.events(id)).length;
    await word(reference, 'failed');
    const events = await world.reaches(id, 'in_review');
    const since = types(events).slice(before);
    expect(since.filter((type) => type !== 'TargetLooked')).toEqual([
      'TargetReported',
      'ProposalReopened',
      'ReviewRequested',
    ]);
    const [reopened, review] = events.slice(-2);
    expect(reopened?.data).toMatchObject({
      because: 'effect_failed',
      evidence: { complete: true, found: [{ reference, settled: 'failed' }] },
    });
    expect(review?.data).toMatchObject({
      reason: 'effect_failed',
      incidentKey: `proposal:${id}`,
      allowedSteps: ['look_again', 'record_happened', 'record_did_not_happen', 'close'],
    });
    const item = await world.call('sam', 'GET', `/recovery/${id}`);
    expect(item).toMatchObject({
      status: 200,
      body: {
        reports: [{ says: 'effect_failed', reference }],
        lastKnown: { state: expect.stringMatching(/Nothing of it stands/) },
      },
    });
    const steps = item.body['steps'] as { step: string; allowed: boolean; why?: string }[];
    expect(steps.find(({ step }) => step === 'send_again')).toMatchObject({
      allowed: false,
      why: expect.stringMatching(/anew/),
    });
    expect(await refundsSent(id)).toBe(1);
  });

  it('is found on the slow schedule with nobody saying anything', async () => {
    const { id, reference } = await accepted();
    await word(reference, 'failed');
    const events = await world.reaches(id, 'in_review');
    expect(types(events)).not.toContain('TargetReported');
    expect(events.find(({ type }) => type === 'ProposalReopened')?.data).toMatchObject({ report: 'none' });
    expect(await refundsSent(id)).toBe(1);
  });

  it('and one that settles is looked at no more', async () => {
    const { id, reference } = await accepted();
    await until(async () => (await lateLooksDue(id)) > 0);
    await word(reference, 'succeeded');
    const looked = async () =>
      (await world.events(id)).filter(
        ({ type, data }) => type === 'TargetLooked' && data['code'] === 'settled',
      );
    await until(async () => (await looked()).length === 1);
    expect(await world.state(id)).toMatchObject({ status: 'completed' });
    await until(async () => (await lateLooksDue(id)) === 0);
  });
});

describe('what payments says (a hint, never proof)', () => {
  it('changes nothing while the record gives no answer, and does when it does', async () => {
    await listen(true);
    const { id, reference } = await accepted();
    await word(reference, 'failed');
    await world.admin('POST', '/payments/faults', { route: '*', kind: 'down' });
    await sendAbout(reference);
    await until(async () => types(await world.events(id)).includes('TargetReported'));
    await until(async () => (await unanswered(id)) > 0);
    expect(await world.state(id)).toMatchObject({ status: 'completed' });
    await world.admin('DELETE', '/payments/faults');
    await world.reaches(id, 'in_review');
  });

  it('C81: ends the same in any order and however often; what was said stands in the order of payments', async () => {
    await listen(true);
    const [first, second] = [await accepted(), await accepted()];
    for (const { reference } of [first, second]) {
      await word(reference, 'succeeded', '2026-11-29T12:00:00Z');
      await word(reference, 'failed', '2026-12-01T12:00:00Z');
    }
    await sendAbout(first.reference);
    await sendAbout(second.reference, (ids) => [...ids.toReversed(), ...ids]);
    for (const { id } of [first, second]) {
      await until(async () => {
        const events = await world.events(id);
        return events.filter(({ type }) => type === 'TargetReported').length === 2;
      });
      await world.reaches(id, 'in_review');
      expect(await world.state(id)).toMatchObject({
        status: 'in_review',
        after: 'undone',
        reports: [{ says: 'effect_succeeded' }, { says: 'effect_failed' }],
      });
      expect(types(await world.events(id)).filter((type) => type === 'ProposalReopened')).toHaveLength(1);
    }
  });

  it('of an effect that no proposal stands for is kept, once', async () => {
    await listen(true);
    const { charge } = await world.sent();
    const elsewhere = await world.admin('POST', `/payments/charges/${charge}/refunds`, { amountMinor: 100 });
    await word(String(elsewhere['id']), 'failed');
    const { deliveries } = await sendAbout(String(elsewhere['id']), (ids) => [...ids, ...ids]);
    expect((deliveries as { answer: number }[]).map(({ answer }) => answer)).toEqual([202, 202]);
    const reader = new PostgresEventStore({ url: world.database.urls.countersign_auditor });
    const kept = await reader.query<{ says: string; target: string }>(
      'kept',
      'select says, target from countersign.unplaced_reports where reference = $1',
      [String(elsewhere['id'])],
    );
    await reader.close();
    expect(kept).toEqual([{ says: 'effect_failed', target: charge }]);
  });
});

describe('the address for it', () => {
  const body = JSON.stringify({ id: 'evt_x', object: 'event', type: 'refund.failed', created: 1, data: {} });
  const post = async (to: string, payload: string, signature?: string) => {
    const answer = await fetch(to, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(signature === undefined ? {} : { 'stripe-signature': signature }),
      },
      body: payload,
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const signed = (payload: string, by = secret, seconds = Math.floor(Date.now() / 1000)) =>
    `t=${seconds},v1=${createHmac('sha256', by).update(`${seconds}.${payload}`).digest('hex')}`;

  it('refuses with a problem document whatever is not signed for this tenant, and records nothing', async () => {
    const other = hook().replace('fjordlight', 'otherco');
    const nobody = hook().replace('fjordlight', 'made-up');
    for (const [to, payload, signature, status, code] of [
      [hook(), body, undefined, 400, 'signature_missing'],
      [hook(), body, 't=1,v1=00', 400, 'signature_invalid'],
      [hook(), `${body} `, signed(body), 400, 'signature_invalid'],
      [hook(), body, signed(body, secret, 1_000), 400, 'signature_invalid'],
      [other, body, signed(body), 400, 'signature_invalid'],
      [nobody, body, signed(body), 404, 'not_found'],
      [hook().replace('payments', 'ledger'), body, signed(body), 404, 'not_found'],
      [hook(), body, signed(body), 400, 'body_invalid'],
    ] as const) {
      expect(await post(to, payload, signature)).toMatchObject({ status, body: { code, status } });
    }
  });

  it('takes what it does not follow, and no body that is too large', async () => {
    const created = JSON.stringify({
      id: 'evt_y',
      type: 'charge.succeeded',
      created: 1,
      data: { object: {} },
    });
    expect(await post(hook(), created, signed(created))).toMatchObject({
      status: 202,
      body: { outcome: 'passed_by' },
    });
    const large = JSON.stringify({ id: 'evt_z', padding: 'x'.repeat(2_000_000) });
    expect((await post(hook(), large, signed(large))).status).toBe(413);
  });
});

/** Sends what payments has to say of one refund, in the order in which it was written unless changed. */
async function sendAbout(
  reference: string,
  order: (ids: readonly string[]) => readonly string[] = (ids) => ids,
): Promise<Record<string, unknown>> {
  return send(order((await told()).filter(({ about }) => about === reference).map(({ id }) => id)));
}

async function unanswered(id: string): Promise<number> {
  const looks = (await world.events(id)).filter(({ type }) => type === 'TargetLooked');
  return looks.filter(({ data }) => data['answer'] === 'no_answer').length;
}

async function refundsSent(operationId: string): Promise<number> {
  const calls = (await world.admin('GET', '/payments/ledger'))['calls'] as {
    method: string;
    operationId: string | null;
  }[];
  return calls.filter((call) => call.method === 'POST' && call.operationId === operationId).length;
}

async function lateLooksDue(id: string): Promise<number> {
  const owner = new PostgresEventStore({ url: world.database.ownerUrl });
  const rows = await owner.query<{ key: string }>(
    'late-looks',
    'select key from graphile_worker.jobs where key like $1',
    [`%late-look:${id}%`],
  );
  await owner.close();
  return rows.length;
}
