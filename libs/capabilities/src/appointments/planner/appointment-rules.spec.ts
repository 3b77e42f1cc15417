import type { ConversationEntry, Json, JsonObject, PlannerView, ProposalSeen } from '@countersign/planning';
import { type PlannerRole, RulesPlanner, validateStep } from '@countersign/planning';
import { describe, expect, it } from '@jest/globals';
import { capability } from '../appointments.js';

const at = (minute: number) => `2026-03-02T12:${String(minute).padStart(2, '0')}:00Z`;
const zone = 'America/New_York';
const one = (bookingId = 'bk_1', startsLocal = '2026-03-06T09:00', status = 'booked') => ({
  ...{ bookingId, title: 'Fitting', startsLocal, zone, startsAt: '2026-03-06T14:00:00Z', status },
});

let minute = 0;
const said = (text: string): ConversationEntry => {
  minute += 1;
  return { kind: 'customer_message', messageId: `m${minute}`, at: at(minute), text };
};
const asked = (about: string): ConversationEntry => ({
  ...{ kind: 'question', questionId: `${about}:1`, at: at(minute), about, text: '?' },
});
const looked = (tool: string, args: JsonObject, data: Json): ConversationEntry => ({
  ...{ kind: 'tool_result', callId: `${tool}-${minute}`, at: at(minute), tool, arguments: args },
  ...{ outcome: 'answered', data, provenance: { source: 'appointments', version: '1', readAt: at(0) } },
});
const own = (...all: JsonObject[]) => looked('list_appointments', {}, all.length === 0 ? [one()] : all);
const checked = (toLocal: string, answer: JsonObject, more: JsonObject = {}) =>
  looked(
    'check_appointment_time',
    { bookingId: 'bk_1', toLocal, ...more },
    { bookingId: 'bk_1', toLocal, zone, ...answer },
  );
const fits = { outcome: 'fits', startsAt: '2026-03-09T13:00:00Z', offset: '-04:00' };
const refused = (code: string) => ({
  ...{ outcome: 'refused', code, reason: `because of ${code}`, free: ['2026-03-09T10:00'] },
});

async function stepAfter(conversation: ConversationEntry[], proposals: ProposalSeen[] = []) {
  const { name, responsibility, instructions, tools, actions, rules } = capability;
  const role: PlannerRole = { kind: 'specialist', capability: name, responsibility };
  const view = {
    ...{ role, instructions, clock: at(59), conversation, facts: [], proposals, capabilities: [] },
    ...{ tools, actions, boundsLeft: { turns: 9, toolCalls: 9, wallClockMs: 9_000, spendMicros: 9 } },
  } as unknown as PlannerView;
  const { step, facts } = await new RulesPlanner([rules]).next(view);
  expect(validateStep(step, view, facts)).toMatchObject({ outcome: 'valid' });
  return step;
}

async function routeOf(text: string): Promise<string> {
  const { name, responsibility, rules } = capability;
  const view = {
    ...{ role: { kind: 'coordinator' }, instructions: '', clock: at(0), conversation: [said(text)] },
    ...{ facts: [], proposals: [], capabilities: [{ name, responsibility }], tools: [], actions: [] },
    boundsLeft: { turns: 9, toolCalls: 9, wallClockMs: 9_000, spendMicros: 9 },
  } as unknown as PlannerView;
  const { step } = await new RulesPlanner([rules]).next(view);
  return step.type === 'route' ? step.reason : step.type;
}

describe('a cancellation', () => {
  it('looks at the appointments, then proposes to cancel the one there is', async () => {
    const words = said('Please cancel my appointment.');
    expect(await stepAfter([words])).toMatchObject({ tool: 'list_appointments' });
    expect(await stepAfter([words, own()])).toMatchObject({
      ...{ type: 'propose', kind: 'appointment.cancel', arguments: { bookingId: 'bk_1' } },
    });
  });

  it('asks which where there are two, and takes the number, the id or the date that is answered', async () => {
    const before = [said('Please cancel my appointment.'), own(one(), one('bk_2', '2026-03-07T10:00'))];
    expect(await stepAfter(before)).toMatchObject({ type: 'ask', about: 'appointment' });
    for (const answer of ['2', 'bk_2', 'the one on 7 March'])
      expect(await stepAfter([...before, asked('appointment'), said(answer)])).toMatchObject({
        arguments: { bookingId: 'bk_2' },
      });
  });

  it('never takes the only one for one that was named otherwise', async () => {
    expect(await stepAfter([said('Cancel my appointment on 5 May at 9 am'), own()])).toMatchObject({
      ...{ type: 'ask', about: 'appointment' },
    });
    expect(await stepAfter([said('Cancel my appointment bk_77'), own()])).toMatchObject({ type: 'ask' });
  });

  it('proposes nothing for one that is not booked, or where there is none', async () => {
    const words = said('Cancel my appointment bk_1, please');
    expect(await stepAfter([words, own(one('bk_1', '2026-03-06T09:00', 'cancelled'))])).toMatchObject({
      code: 'appointment_not_booked',
    });
    const none: ConversationEntry = { ...own(), outcome: 'not_found', data: null } as ConversationEntry;
    expect(await stepAfter([words, none])).toMatchObject({ code: 'no_appointment' });
  });

  it('is done once it was proposed, and is proposed again when it is wished again after it failed', async () => {
    const words = said('Please cancel my appointment.');
    const proposal = {
      ...{ proposalId: 'p', proposedAt: (words as { at: string }).at, kind: 'appointment.cancel' },
      ...{ target: 'appointment:bk_1', arguments: { bookingId: 'bk_1' }, told: [] },
    };
    expect(await stepAfter([words, own()], [{ ...proposal, state: 'awaiting_approval' }])).toEqual({
      ...{ type: 'done', outcome: 'proposed' },
    });
    const again = said('Please cancel my appointment.');
    expect(await stepAfter([words, own(), again, own()], [{ ...proposal, state: 'failed' }])).toMatchObject({
      kind: 'appointment.cancel',
    });
  });
});

describe('C77: a move', () => {
  const toMarch = 'Please move my appointment to 9 March 2026 at 09:00';

  it('checks the new time before it proposes it', async () => {
    const read = [said(toMarch), own()];
    expect(await stepAfter(read)).toMatchObject({
      ...{ tool: 'check_appointment_time', arguments: { bookingId: 'bk_1', toLocal: '2026-03-09T09:00' } },
    });
    expect(await stepAfter([...read, checked('2026-03-09T09:00', fits)])).toMatchObject({
      ...{ type: 'propose', kind: 'appointment.reschedule' },
      arguments: { bookingId: 'bk_1', toLocal: '2026-03-09T09:00', zone },
    });
  });

  it('asks for what was not said, day and time one after the other, and fills in neither', async () => {
    const read = [said('I need to change the time of my appointment'), own()];
    expect(await stepAfter(read)).toMatchObject({ type: 'ask', about: 'time' });
    const day = [...read, asked('time'), said('9 March')];
    expect(await stepAfter(day)).toMatchObject({ type: 'ask', about: 'time' });
    expect(await stepAfter([...day, asked('time'), said('at 9 am')])).toMatchObject({
      arguments: { toLocal: '2026-03-09T09:00' },
    });
  });

  it('asks which of two, and checks the one that was answered', async () => {
    const twice = '2026-11-01T01:30';
    const read = [said(`Move my appointment to ${twice.replace('T', ' at ')}`), own()];
    const which = [...read, checked(twice, refused('time_twice'))];
    expect(await stepAfter(which)).toMatchObject({ type: 'ask', about: 'which' });
    expect(await stepAfter([...which, asked('which'), said('the later one')])).toMatchObject({
      arguments: { toLocal: twice, which: 'later' },
    });
    expect(await stepAfter([...which, asked('which'), said('whatever')])).not.toMatchObject({
      type: 'propose',
    });
  });

  it.each(['time_skipped', 'slot_taken', 'closed', 'time_past'])(
    '%s: asks for another time, with what is free, and proposes nothing',
    async (code) => {
      const step = await stepAfter([said(toMarch), own(), checked('2026-03-09T09:00', refused(code))]);
      expect(step).toMatchObject({ type: 'ask', about: 'time' });
      expect(step).toMatchObject({
        text: expect.stringMatching(/because of .* Free are 2026-03-09 at 10:00/),
      });
    },
  );

  it('an answer of another shape, or about another time, goes to a person', async () => {
    for (const answer of [{ outcome: 'fits' }, { ...fits, toLocal: '2026-03-10T09:00' }])
      expect(await stepAfter([said(toMarch), own(), checked('2026-03-09T09:00', answer)])).toMatchObject({
        ...{ type: 'escalate', reason: 'appointment_time_unreadable' },
      });
  });

  it('asks for a time four times at most, then a person finds out', async () => {
    const asking = [said('I need to reschedule my appointment'), own()];
    for (let count = 0; count < 4; count += 1) asking.push(asked('time'), said('not sure yet'));
    expect(await stepAfter(asking)).toEqual({ type: 'escalate', reason: 'time_not_named' });
  });
});

it('who cannot come is asked whether to cancel or to move', async () => {
  const read = [said('I will not be able to make it to my appointment'), own()];
  expect(await stepAfter(read)).toMatchObject({ type: 'ask', about: 'wish' });
  expect(await stepAfter([...read, asked('wish'), said('cancel it please')])).toMatchObject({
    kind: 'appointment.cancel',
  });
  expect(await stepAfter([...read, asked('wish'), said('move it')])).toMatchObject({ about: 'time' });
});

describe('what starts it', () => {
  it.each([
    ['Please cancel my appointment', 'appointment_cancellation'],
    ['i need to cancel my pedicure', 'appointment_cancellation'],
    ['can we change my appointment at 5 past 12 p.m.', 'appointment_move'],
    ["I'd like to reschedule the appointment.", 'appointment_move'],
    ['i can not make it to my appointment', 'appointment_trouble'],
  ])('“%s”: %s', async (text, intent) => {
    expect(await routeOf(text)).toBe(intent);
  });

  it.each([
    'cancel my dinner reservation please',
    'change my room booking to two adults',
    'How can I cancel my appointment?',
    'I cancelled my appointment yesterday',
    'I need an appointment to get my oil changed',
    'Do not cancel my appointment',
    'cancel my order',
  ])('“%s” does not', async (text) => {
    expect(await routeOf(text)).not.toMatch(/^appointment_/);
  });
});
