import type { ToolGateway } from '@countersign/capabilities';
import { refunds } from '@countersign/capabilities/refunds';
import { type RecordedEvent, systemPorts } from '@countersign/contracts';
import {
  type Action,
  type CaseCommand,
  type CaseEvent,
  decideProposal,
  defaultBounds,
  evolveCase,
  evolveProposal,
  noCase,
  noProposal,
  type Proposal,
  type ProposalCommand,
  subjectId,
  tenantId,
} from '@countersign/domain';
import type { CaseStreams, ProposalStreams } from '@countersign/messaging';
import type { Planner, PlannerView, Step } from '@countersign/planning';
import { describe, expect, it } from '@jest/globals';
import { proposalIdFor } from '../proposal/draft.js';
import { Investigation } from './investigation.js';

const at = '2026-11-29T12:00:00Z';
const ada = subjectId('ada');
const caseId = 'c1';
const cause = { id: 'cause', correlationId: 'm1' };
const action: Action = {
  ...{ kind: 'refund.create', target: { type: 'charge', id: 'ch_4821' }, arguments: { orderId: '4821' } },
  ...{ money: { amountMinor: 7900, currency: 'EUR' }, evidence: [], resourceVersions: [] },
};

const opened: CaseEvent[] = [
  {
    type: 'CaseOpened',
    data: {
      ...{
        requestId: 'm1',
        tenant: tenantId('fjordlight'),
        startedBy: ada,
        bounds: defaultBounds,
        openedAt: at,
      },
      customer: { subject: ada, name: 'Ada Nilsson' },
    },
  },
  {
    type: 'CustomerMessageReceived',
    data: { messageId: 'm1', text: 'refund 4821', from: ada, receivedAt: at },
  },
  {
    type: 'FactEstablished',
    data: {
      fact: 'order',
      about: 'order:4821',
      value: 1,
      basis: 'record',
      provenance: { source: 'orders/4821', readAt: at },
    },
  },
];

/** Proposes as long as it sees no proposal, as a planner that has been asked once does. */
const planner: Planner = {
  next: async ({ proposals }: PlannerView) => {
    const evidence = [{ name: 'order', subject: 'order:4821' }];
    const args = { orderId: '4821', lines: [], reason: 'other' };
    const propose: Step = {
      type: 'propose',
      kind: 'refund.create',
      target: 'order:4821',
      arguments: args,
      amountMinor: 7900,
      currency: 'EUR',
      evidence,
    };
    return {
      step: proposals.length === 0 ? propose : { type: 'done', outcome: 'proposed' },
      facts: [],
      usage: { inputTokens: 0, outputTokens: 0, costMicros: 0 },
      versions: { planner: 'scripted', model: 'none', prompt: 'none' },
    };
  },
};

describe('given a draft whose case moved on before the turn was recorded', () => {
  it('when the step is taken again, then the same draft is found and the turn says that it was proposed', async () => {
    const drafts = new Map<string, Proposal>();
    const proposals = {
      answer: async (_: unknown, { id }: { id: string }, work: () => { commands: ProposalCommand[] }) => {
        const decision = decideProposal(work().commands[0] as ProposalCommand, drafts.get(id) ?? noProposal);
        if (decision.outcome === 'accepted')
          drafts.set(id, decision.events.reduce(evolveProposal, noProposal as Proposal));
      },
      load: async (_: string, id: string) => ({
        state: drafts.get(id) ?? noProposal,
        events: [{ metadata: { causationId: 'cause' } }],
      }),
    } as unknown as ProposalStreams;
    const attached = {
      proposalId: proposalIdFor({ caseId, causeId: 'cause' }),
      digest: 'd',
      kind: 'refund.create',
      summary: '',
      at,
    };
    const states = [
      opened,
      [...opened, { type: 'ProposalAttached', data: attached } as unknown as CaseEvent],
    ];
    const answers: (readonly CaseCommand[])[] = [];
    const cases = {
      answer: async (
        _: unknown,
        __: unknown,
        work: (state: unknown, loaded: object) => Promise<{ commands: CaseCommand[] }>,
      ) => {
        for (const events of states) {
          answers.push(
            (await work(events.reduce(evolveCase, noCase), { events: [] as RecordedEvent[] })).commands,
          );
        }
        return { outcome: 'appended' };
      },
    } as unknown as CaseStreams;
    const gateway = { complete: async () => ({ outcome: 'completed', action }) } as unknown as ToolGateway;
    const world = { ...systemPorts(), clock: { ...systemPorts().clock, now: () => at } };
    const investigation = new Investigation({
      planner,
      served: () => ({ capability: refunds, gateway }),
      lookAgainAfterMs: [],
      planAgainAfterMs: [],
      cases,
      proposals,
      world,
    });
    await investigation.takeStep({ cause, tenant: 'fjordlight', caseId, capability: 'refunds', version: 2 });
    expect(answers.map(([turn]) => (turn?.type === 'take_turn' ? turn.fact.step : 'none'))).toEqual([
      'propose',
      'propose',
    ]);
    expect(drafts.size).toBe(1);
  });
});
