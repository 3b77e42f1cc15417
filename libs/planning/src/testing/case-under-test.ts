import type { Planner, Step, Turn } from '../port/step.js';
import type {
  ConversationEntry,
  Fact,
  Json,
  JsonObject,
  PlannerRole,
  PlannerView,
  ToolOutcome,
} from '../port/view.js';

export const order4821: JsonObject = {
  id: '4821',
  customerId: 'ada',
  currency: 'EUR',
  status: 'delivered',
  deliveredAt: '2026-11-17T10:00:00Z',
  lines: [
    { lineId: '1', title: 'Headphones', quantity: 1, unitPriceMinor: 4200 },
    { lineId: '2', title: 'Travel case', quantity: 1, unitPriceMinor: 3700 },
  ],
  totalMinor: 7900,
  version: '3',
  chargeId: 'ch_4821',
};

export const returnsPolicy: Json = [
  {
    documentId: 'returns-policy',
    version: '7',
    section: '2.1',
    heading: 'Unopened products',
    text: 'Unopened products may be returned for a refund within 30 days of delivery. Days are counted in Europe/Berlin.',
  },
];

const refundSchema: JsonObject = {
  type: 'object',
  required: ['orderId', 'lines', 'reason'],
  properties: {
    orderId: { type: 'string', minLength: 1 },
    lines: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['lineId', 'quantity'],
        properties: { lineId: { type: 'string' }, quantity: { type: 'integer', minimum: 1 } },
      },
    },
    reason: { type: 'string', enum: ['unopened_return', 'damaged', 'late', 'other'] },
  },
};

export const refundRole: PlannerRole = {
  kind: 'specialist',
  capability: 'refunds',
  responsibility: 'Investigate refunds of delivered orders and draft proposals.',
};

export function emptyView(role: PlannerRole): PlannerView {
  const oneString = (name: string): JsonObject => {
    return { type: 'object', required: [name], properties: { [name]: { type: 'string', minLength: 1 } } };
  };
  return {
    role,
    instructions: 'Refunds are drafted for approval.',
    clock: '2026-11-29T12:00:00Z',
    conversation: [],
    facts: [],
    proposals: [],
    capabilities: [{ name: 'refunds', responsibility: 'Refunds of orders.' }],
    tools: [
      { name: 'read_order', description: 'Reads one order.', schema: oneString('orderId') },
      { name: 'search_policy', description: 'Searches the policy.', schema: oneString('query') },
    ],
    actions: [{ kind: 'refund.create', schema: refundSchema, carriesAmount: true }],
    boundsLeft: { turns: 20, toolCalls: 20, wallClockMs: 60_000, spendMicros: 1_000_000 },
  };
}

/** What the outside answers to a call: the record, that it does not exist, or nothing at all. */
export type Answers = (tool: string, args: JsonObject) => { outcome: ToolOutcome; data?: Json };

export const world: Answers = (tool, args) => {
  if (tool === 'search_policy') return { outcome: 'answered', data: returnsPolicy };
  return args.orderId === '4821' ? { outcome: 'answered', data: order4821 } : { outcome: 'not_found' };
};

/** Plays a case the way a specialist's service would: takes steps, answers calls, records what came of it. */
export class CaseUnderTest {
  readonly steps: Step[] = [];
  private seconds = 0;

  constructor(
    private readonly planner: Planner,
    readonly view: PlannerView = emptyView(refundRole),
    private readonly answers: Answers = world,
  ) {}

  /** The customer says this, and the planner goes on until it has to wait. Returns the last step. */
  async says(text: string): Promise<Step> {
    this.record({ kind: 'customer_message', messageId: `m${this.tick()}`, at: this.now(), text });
    return this.goesOn();
  }

  /** The planner goes on without anybody having written, as after a step that said there is more. */
  async goesOn(): Promise<Step> {
    for (let turns = 0; turns < 20; turns += 1) {
      const turn = await this.planner.next(structuredClone(this.view));
      this.steps.push(turn.step);
      if (!this.apply(turn)) return turn.step;
    }
    throw new Error('the planner does not come to rest');
  }

  stepsOf<T extends Step['type']>(type: T): Extract<Step, { type: T }>[] {
    return this.steps.filter((step): step is Extract<Step, { type: T }> => step.type === type);
  }

  /** False when the planner rests: it waits for the customer, for people, or is done. */
  private apply({ step, facts }: Turn): boolean {
    this.view.facts.push(...facts.map(asRecorded));
    const at = this.now();
    if (step.type === 'call_tool') {
      const { tool, arguments: args } = step;
      const provenance = { source: tool, version: '1', readAt: at };
      const answer = this.answers(tool, args);
      this.record({
        kind: 'tool_result',
        callId: `c${this.tick()}`,
        at,
        tool,
        arguments: args,
        ...answer,
        provenance,
      });
      return true;
    }
    if (step.type === 'ask') this.record({ kind: 'question', at, ...step });
    if (step.type === 'reply') this.record({ kind: 'reply', at, code: step.code, params: step.params });
    if (step.type === 'route') this.record({ kind: 'routed', at, capability: step.capability });
    if (step.type === 'propose') {
      const { type: _, evidence: __, ...proposal } = step;
      this.tick();
      const proposalId = `p${this.view.proposals.length + 1}`;
      this.view.proposals.push({
        ...proposal,
        proposalId,
        proposedAt: this.now(),
        state: 'awaiting_approval',
        told: [],
      });
    }
    return false;
  }

  private record(entry: ConversationEntry | (ConversationEntry & { type: string })): void {
    const { type: _, ...kept } = { type: '', ...entry };
    this.view.conversation.push(kept as ConversationEntry);
  }

  private tick(): number {
    this.seconds += 1;
    return this.seconds;
  }

  private now(): string {
    return new Date(Date.parse(this.view.clock) + (this.seconds - 1) * 1000).toISOString();
  }
}

/** A fact as it comes back from a record: with its keys in another order. */
function asRecorded(fact: Fact): Fact {
  if (fact.status === 'unknown' || fact.value === null || typeof fact.value !== 'object') return fact;
  if (Array.isArray(fact.value)) return fact;
  return { ...fact, value: Object.fromEntries(Object.entries(fact.value).reverse()) };
}
