import type { RecordedEvent } from '@countersign/contracts';
import { type CaseEvent, defaultBounds, evolveCase, noCase, subjectId, tenantId } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { caseView, type Offer, type Seen } from './case-view.js';
import { escalationReasonOf } from './escalation.js';
import { recordedFacts } from './facts.js';

const offer: Offer = {
  role: { kind: 'coordinator' },
  instructions: '',
  capabilities: [],
  tools: [],
  actions: [],
};
const ada = subjectId('ada');
const second = (seconds: number) => new Date(Date.UTC(2026, 10, 29, 12, 0, seconds)).toISOString();
const who = { customer: { subject: ada, name: 'Ada Nilsson' }, startedBy: ada };
const opened: CaseEvent = {
  type: 'CaseOpened',
  data: {
    requestId: 'm1',
    tenant: tenantId('fjordlight'),
    ...who,
    bounds: defaultBounds,
    openedAt: second(0),
  },
};
const said = (messageId: string): CaseEvent => {
  return {
    type: 'CustomerMessageReceived',
    data: { messageId, text: messageId, from: ada, receivedAt: second(0) },
  };
};
const usage = { inputTokens: 0, outputTokens: 0, costMicros: 0 };
const versions = { planner: 'rules', model: 'none', prompt: 'none' };
const turn = (step: string, detail?: { code: string; params: { orderId: string } }): CaseEvent => ({
  type: 'ModelTurnTaken',
  data: {
    ...{
      turn: 1,
      by: 'specialist',
      step,
      verdict: 'accepted',
      refusals: [],
      usage,
      versions,
      summary: 'words',
      at: second(0),
    },
    ...(detail && { detail }),
  },
});
const reply = (code: string): CaseEvent => {
  return { type: 'ReplySent', data: { replyId: code, code, text: 'words', cards: [], at: second(0) } };
};

/** Events as recorded, a second apart; `causes` names the event that an event answers, by its version. */
function seen(events: readonly CaseEvent[], causes: Readonly<Record<number, number>> = {}): Seen {
  const recorded = [opened, ...events].map((event, index) => ({
    ...event,
    id: `e${index + 1}`,
    version: index + 1,
    recordedAt: second(index),
    metadata: { causationId: `e${causes[index + 1] ?? 0}`, correlationId: 'm1' },
  })) as unknown as RecordedEvent[];
  const state = [opened, ...events].reduce(evolveCase, noCase);
  if (state.status === 'absent') throw new Error('not opened');
  return { state, events: recorded, proposals: [], at: second(60), subjectOf: () => 'order:4821' };
}

const kinds = (from: Seen) =>
  caseView(from, offer).conversation.map((entry) => ('messageId' in entry ? entry.messageId : entry.kind));

describe('given a case on record', () => {
  it('when a reply was planned, then it stands once, where it was decided, with its params', () => {
    const detail = { code: 'refund_not_covered', params: { orderId: '4821' } };
    const view = caseView(
      seen([said('m1'), turn('reply', detail), reply('refund_not_covered')], { 4: 3 }),
      offer,
    );
    expect(view.conversation).toMatchObject([
      { kind: 'customer_message', messageId: 'm1' },
      { kind: 'reply', code: 'refund_not_covered', params: { orderId: '4821' } },
    ]);
  });

  it('when a reply follows from something else, then it stands by itself', () => {
    expect(kinds(seen([said('m1'), reply('awaiting_approval')]))).toEqual(['m1', 'reply']);
  });

  it('when an earlier message is answered, then a later one is not seen yet', () => {
    const from = seen([said('m1'), said('m2'), reply('courtesy')]);
    const answering = (index: number) => {
      const event = from.events[index];
      return event === undefined ? from : { ...from, answering: event };
    };
    expect(kinds(answering(1))).toEqual(['reply', 'm1']);
    expect(kinds(answering(2))).toEqual(['m1', 'reply', 'm2']);
  });

  it('when it is looked at twice, then the views are equal', () => {
    const from = seen([said('m1'), turn('done'), reply('courtesy')]);
    expect(caseView(from, offer)).toEqual(caseView(from, offer));
  });
});

describe('given a computed fact', () => {
  it('when it is recorded, then it stands on the passage it was computed from', () => {
    const { state } = seen([said('m1')]);
    const provenance = { source: 'returns', section: '3.2', version: '1', readAt: second(1) };
    const about = { subject: 'order:4821' };
    const [, window] = recordedFacts(
      [
        {
          name: 'policy',
          ...about,
          status: 'established',
          value: '3.2',
          basis: { kind: 'policy', provenance },
        },
        {
          ...{ name: 'windowEndsAt', ...about, status: 'established', value: second(9) },
          basis: { kind: 'computed', from: [{ name: 'policy', ...about }] },
        },
      ],
      state,
      second(2),
    );
    expect(window).toMatchObject({ type: 'establish_fact', fact: { basis: 'policy', provenance } });
  });
});

describe("given a planner's own word for giving up", () => {
  it.each([
    ['order_unknown', 'lookup_unanswered'],
    ['order_record_unreadable', 'lookup_unanswered'],
    ['bound_reached:turns', 'bound_reached'],
    ['customer_asked_for_a_person', 'asked_for_a_person'],
    ['no_capability_for:booking', 'not_covered'],
    ['unopened_unknown', 'not_understood'],
  ])('when it is %s, then the case records %s', (word, reason) => {
    expect(escalationReasonOf(word)).toBe(reason);
  });
});
