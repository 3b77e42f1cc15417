import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { allowed, exhausted, started, unknown } from './testing/proposal-events.js';
import { RecoveryWorld, until } from './testing/recovery-world.js';

let world: RecoveryWorld;
beforeAll(async () => {
  world = await RecoveryWorld.open();
  await world.admin('PATCH', '/identity/people/fjordlight/priya', { roles: ['support_manager', 'operator'] });
  await world.admin('PATCH', '/identity/people/otherco/zoe', { roles: ['operator'] });
});
beforeEach(() => world.admin('DELETE', '/payments/faults'));
afterAll(() => world.close());

/** In the queue because the target did not answer; it is down until the faults are deleted. */
async function stuck(outcome = unknown()): Promise<{ id: string; charge: string }> {
  const { id, charge } = await world.sent();
  await world.admin('POST', '/payments/faults', { route: '*', kind: 'down' });
  await world.append(id, ...allowed(id, charge), started(id, 1, new Date().toISOString()), outcome);
  await world.reaches(id, 'in_review');
  return { id, charge };
}

/** What the target will never say by itself: it answers every look with nonsense. */
async function silent(outcome = unknown()): Promise<{ id: string; charge: string }> {
  const { id, charge } = await world.sent();
  await world.admin('POST', '/payments/faults', { route: 'GET /v1/refunds', kind: 'wrong_body' });
  await world.append(id, ...allowed(id, charge), started(id, 1, new Date().toISOString()), outcome);
  await world.reaches(id, 'in_review');
  return { id, charge };
}

const said = { step: 'record_happened', evidence: 're_seen_in_their_dashboard', reason: 'seen by phone' };
const steps = (body: Record<string, unknown>) =>
  body['steps'] as { step: string; allowed: boolean; why?: string }[];
const item = (body: Record<string, unknown>) => body['item'] as Record<string, unknown>;
const resolutionId = (body: Record<string, unknown>) =>
  (item(body)['resolutions'] as { resolutionId: string }[]).at(-1)?.resolutionId;

describe('who may see and do what', () => {
  it('asks for a token, for a role, and never names another tenant’s items', async () => {
    const { id } = await stuck();
    const answers = await Promise.all([
      world.call(undefined, 'GET', '/recovery'),
      world.call('maya', 'GET', `/recovery/${id}`),
      world.call('zoe', 'GET', `/recovery/${id}`),
      world.call('sam', 'GET', '/recovery/00000000-0000-4000-8000-000000000000'),
      world.call('maya', 'POST', `/recovery/${id}/looks`),
    ]);
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
      [401, 'token_missing'],
      [403, 'role_missing'],
      [404, 'not_found'],
      [404, 'not_found'],
      [403, 'role_missing'],
    ]);
    expect(answers[2]?.body['detail']).toBe(answers[3]?.body['detail']);
  });
});

interface Described {
  readonly summary?: string;
  readonly responses: Record<string, { content?: Record<string, { example?: { status?: number } }> }>;
}

it('documents every answer and every refusal, with a problem document for each', async () => {
  const document = (await (await fetch(`${world.host.urlOf('reconciler')}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Described>>;
    components: { schemas: Record<string, { properties: Record<string, { enum?: string[] }> }> };
  };
  expect(Object.keys(document.paths['/v1/recovery/{id}/resolutions']?.['post']?.responses ?? {})).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '404', '409', '503']),
  );
  for (const { summary, responses } of Object.values(document.paths).flatMap(Object.values<Described>)) {
    expect(summary).toBeDefined();
    const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400);
    expect(refusals).not.toEqual([]);
    for (const [status, { content }] of refusals) {
      expect(content?.['application/problem+json']?.example?.status).toBe(Number(status));
    }
  }
  expect(JSON.stringify(document.paths['/v1/recovery/{id}/resolutions'])).toContain('"settled"');
  expect(document.components.schemas['RecoveryItemDocument']?.properties).toHaveProperty('nextLookAbout');
});

describe('the queue', () => {
  it('holds what is unknown before what was never accepted, and one incident of all that is unreachable', async () => {
    const never = await stuck(exhausted());
    const nobodyKnows = await stuck();
    const queue = async () => (await world.call('sam', 'GET', '/recovery')).body;
    const ids = async () =>
      (((await queue())['items'] ?? []) as { proposalId: string }[]).map((row) => row.proposalId);
    await until(async () => (await ids()).includes(nobodyKnows.id) && (await ids()).includes(never.id));
    // The row is there before the incident it belongs to: that comes with the review.
    await until(async () => JSON.stringify((await queue())['incidents']).includes(nobodyKnows.id));
    const order = await ids();
    expect(order.indexOf(nobodyKnows.id)).toBeLessThan(order.indexOf(never.id));
    expect((await queue())['incidents']).toEqual([
      expect.objectContaining({
        incidentKey: 'payments:unreachable',
        members: expect.arrayContaining([nobodyKnows.id]),
      }),
    ]);
    expect((await world.call('zoe', 'GET', '/recovery')).body).toMatchObject({
      total: 0,
      items: [],
      incidents: [],
    });
  });
});

describe('an item', () => {
  it('says why, shows each failed look as no answer, and every step with its reason', async () => {
    const { id } = await stuck();
    const { body } = await world.call('sam', 'GET', `/recovery/${id}`);
    expect(body).toMatchObject({
      state: 'in_review',
      stateWord: '◌ Needs an operator',
      amount: { minor: '7900', currency: 'EUR', words: '79.00 EUR' },
      why: { reason: 'outcome_still_unknown', code: 'unreachable' },
      lastKnown: { readAt: 'never' },
      sent: { times: 1 },
    });
    expect(body['looks']).toContainEqual(
      expect.objectContaining({ answer: 'no_answer', code: 'unreachable' }),
    );
    expect(steps(body).map(({ step, allowed: offered }) => [step, offered])).toEqual([
      ['look_again', true],
      ['record_happened', true],
      ['record_did_not_happen', true],
      ['send_again', false],
      ['close', false],
    ]);
    expect(steps(body)[3]?.why).toContain('only once that is disproven');
  });

  it('keeps notes, the same words once', async () => {
    const { id } = await stuck();
    const note = () => world.call('sam', 'POST', `/recovery/${id}/notes`, { text: 'Called them.' });
    expect(await note()).toMatchObject({ status: 200, body: { repeated: false } });
    const again = await note();
    expect(again).toMatchObject({ status: 200, body: { repeated: true } });
    expect(item(again.body)['notes']).toEqual([expect.objectContaining({ text: 'Called them.' })]);
    expect(await world.call('sam', 'POST', `/recovery/${id}/notes`, { text: '' })).toMatchObject({
      status: 400,
    });
  });

  it('is looked at on demand, one look at a time, and settled by what is found', async () => {
    const { id, charge } = await silent();
    await world.admin('DELETE', '/payments/faults');
    await world.refund(id, charge);
    const looks = await Promise.all([1, 2, 3].map(() => world.call('sam', 'POST', `/recovery/${id}/looks`)));
    expect(looks.map(({ status }) => status)).toEqual([200, 200, 200]);
    await world.reaches(id, 'completed');
    const { body } = await world.call('sam', 'POST', `/recovery/${id}/looks`);
    expect(body).toMatchObject({ found: 'nothing_to_look_for', item: { state: 'completed' } });
    const events = await world.events(id);
    expect(events.filter(({ type }) => type === 'ProposalCompleted')).toHaveLength(1);
  });
});

describe('a forced resolution', () => {
  it('counts when a second person signs the one they were shown, and is then read back', async () => {
    const { id, charge } = await silent();
    const propose = () => world.call('sam', 'POST', `/recovery/${id}/resolutions`, said);
    const proposed = await propose();
    expect(proposed).toMatchObject({ status: 200, body: { repeated: false } });
    expect(await propose()).toMatchObject({ status: 200, body: { repeated: true } });
    const sign = (person: string, named = resolutionId(proposed.body)) =>
      world.call(person, 'POST', `/recovery/${id}/resolutions/signature`, { resolutionId: named });
    expect(await sign('sam')).toMatchObject({ status: 403, body: { code: 'second_person_needed' } });
    expect(await sign('maya')).toMatchObject({ status: 403, body: { code: 'role_missing' } });
    const other = '00000000-0000-4000-8000-000000000000';
    expect(await sign('priya', other)).toMatchObject({ status: 409, body: { code: 'resolution_changed' } });
    await world.refund(id, charge);
    expect(await sign('priya')).toMatchObject({ status: 200, body: { repeated: false } });
    expect(await sign('priya')).toMatchObject({ status: 200, body: { repeated: true } });
    await world.admin('DELETE', '/payments/faults');
    const events = await world.reaches(id, 'completed');
    expect(events.map(({ type }) => type)).toContain('OperatorResolved');
    const late = await world.call('sam', 'POST', `/recovery/${id}/resolutions`, {
      ...said,
      reason: 'another',
    });
    expect(late).toMatchObject({ status: 409, body: { code: 'settled' } });
  });

  it('of something the target does not hold comes back to people', async () => {
    const { id } = await silent();
    const { body } = await world.call('sam', 'POST', `/recovery/${id}/resolutions`, said);
    await world.call('priya', 'POST', `/recovery/${id}/resolutions/signature`, {
      resolutionId: resolutionId(body),
    });
    await world.reaches(id, 'succeeded');
    await world.admin('DELETE', '/payments/faults');
    const events = await world.reaches(id, 'in_review');
    expect(events.findLast(({ type }) => type === 'ReviewRequested')?.data).toMatchObject({
      reason: 'read_back_contradicts',
      code: 'absent',
    });
  });

  it('is refused for a step that is not offered, and without evidence', async () => {
    const { id } = await silent();
    const propose = (over: object) =>
      world.call('sam', 'POST', `/recovery/${id}/resolutions`, { ...said, ...over });
    expect(await propose({ step: 'send_again' })).toMatchObject({
      status: 409,
      body: { code: 'step_not_allowed' },
    });
    expect(await propose({ evidence: '  ' })).toMatchObject({
      status: 400,
      body: { code: 'evidence_missing' },
    });
    expect(await propose({ step: 'pay' })).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });
});

describe('sending again, which had been offered', () => {
  const again = { step: 'send_again', evidence: 'their dashboard', reason: 'nothing there' };
  const propose = (id: string, over = {}) =>
    world.call('sam', 'POST', `/recovery/${id}/resolutions`, { ...again, ...over });

  it('is refused once the target has said that it was done: to whoever proposes it, and to whoever signs it', async () => {
    const { id } = await silent(exhausted());
    const resolution = { resolutionId: resolutionId((await propose(id)).body) };
    const at = new Date().toISOString();
    const report = { reportId: 'evt_1', says: 'effect_succeeded', reference: 're_1', code: 'ok' } as const;
    await world.append(id, { type: 'TargetReported', data: { ...report, saidAt: at, at } });
    const detail = expect.stringContaining('It was said since that this was carried out');
    const refused = { status: 409, body: { code: 'effect_possible', status: 409, detail } };
    expect(await propose(id, { reason: 'as before' })).toMatchObject(refused);
    expect(
      await world.call('priya', 'POST', `/recovery/${id}/resolutions/signature`, resolution),
    ).toMatchObject(refused);
  });

  it('is refused once an effect was read, and the item says so too', async () => {
    const { id, charge } = await silent(exhausted());
    for (const key of [id, 'another key']) await world.refund(id, charge, { key });
    await world.admin('DELETE', '/payments/faults');
    await world.call('sam', 'POST', `/recovery/${id}/looks`);
    const detail = expect.stringContaining('An effect of this operation was read at the target');
    expect(await propose(id)).toMatchObject({ status: 409, body: { code: 'effect_known', detail } });
    const { body } = await world.call('sam', 'GET', `/recovery/${id}`);
    expect(steps(body)[3]).toMatchObject({ step: 'send_again', allowed: false, why: detail });
  });
});
