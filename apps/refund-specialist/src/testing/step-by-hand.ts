import type { CapabilityReads, Completed, ToolAnswer } from '@countersign/capabilities';
import { ToolGateway } from '@countersign/capabilities';
import { refunds } from '@countersign/capabilities/refunds';
import { systemPorts } from '@countersign/contracts';
import { type CaseEvent, defaultBounds, evolveCase, noCase, subjectId, tenantId } from '@countersign/domain';
import type { Planner, Step } from '@countersign/planning';
import { nextStep } from '../step/next-step.js';
import type { Before, Taken } from '../step/step-ports.js';

export const at = '2026-11-29T12:00:00Z';
const ada = subjectId('ada');

/** The case before the step: opened, one message, and what more this test wants. */
export function before(more: readonly CaseEvent[] = []): Before {
  const events: CaseEvent[] = [
    {
      type: 'CaseOpened',
      data: {
        requestId: 'm1',
        tenant: tenantId('fjordlight'),
        customer: { subject: ada, name: 'Ada Nilsson' },
        startedBy: ada,
        bounds: defaultBounds,
        openedAt: at,
      },
    },
    {
      type: 'CustomerMessageReceived',
      data: { messageId: 'm1', text: 'refund order 4821', from: ada, receivedAt: at },
    },
    ...more,
  ];
  const state = events.reduce(evolveCase, noCase);
  if (state.status === 'absent') throw new Error('not opened');
  return {
    causeId: 'cause',
    caseId: 'c1',
    capability: refunds,
    version: 2,
    state,
    events: [],
    proposals: [],
    at,
    overtaken: [],
  };
}

export interface World {
  readonly tool?: ToolAnswer;
  readonly completed?: Completed;
}

/** Plays a planner that says these steps, one after another, and a world that answers this. */
export async function taken(
  steps: readonly unknown[],
  world: World = {},
  from: Before = before(),
): Promise<Taken & { asked: unknown[] }> {
  const left = [...steps];
  const asked: unknown[] = [];
  const planner: Planner = {
    next: async () => ({
      step: (left.length > 1 ? left.shift() : left[0]) as Step,
      facts: [],
      usage: { inputTokens: 10, outputTokens: 1, costMicros: 7 },
      versions: { planner: 'scripted', model: 'none', prompt: 'none' },
    }),
  };
  const reads = {
    callTool: async (...call: unknown[]) => {
      asked.push(call);
      return world.tool ?? { outcome: 'not_found', code: 'order_not_found', result: null, provenance: [] };
    },
    complete: async (...call: unknown[]) => {
      asked.push(call);
      return world.completed ?? { outcome: 'no_answer', code: 'timeout' };
    },
  } as unknown as CapabilityReads;
  const limits = { timeoutMs: 5_000, bytesMax: 10_000 };
  const gateway = new ToolGateway({ capability: refunds, reads, clock: systemPorts().clock, ...limits });
  const result = await nextStep(from, {
    planner,
    gateway,
    lookAgainAfterMs: [1_000, 3_000],
    planAgainAfterMs: [2_000, 9_000],
  });
  return { ...result, asked };
}

export const kinds = ({ commands }: Taken) => commands.map((command) => command.type);
export const readOrder = { type: 'call_tool', tool: 'read_order', arguments: { orderId: '4821' } };
