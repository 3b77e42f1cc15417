import { systemPorts } from '@countersign/contracts';
import { describe, expect, it } from '@jest/globals';
import { emptyView, refundRole } from '../testing/case-under-test.js';
import { modelPlanner } from './model.js';

const at = '2026-11-30T09:00:00Z';
const step = { type: 'call_tool', tool: 'read_order', arguments: { orderId: '4821' } };

/** Rules that settle nothing, so that the model is asked. */
const noRules = {
  next: async () => ({
    ...{ step: { type: 'ask' as const, questionId: 'x:1', about: 'x', text: '?' }, facts: [] },
    usage: { inputTokens: 0, outputTokens: 0, costMicros: 0 },
    versions: { planner: 'r', model: 'none', prompt: 'none' },
  }),
};

/** Anthropic's wire, as far as one answer needs it: as text, or as the one tool that the SDK asks a schema with. */
function streamed(text: string, asTool: boolean): string {
  const block = asTool
    ? { type: 'tool_use', id: 'tool-1', name: 'json', input: {} }
    : { type: 'text', text: '' };
  const delta = asTool ? { type: 'input_json_delta', partial_json: text } : { type: 'text_delta', text };
  const message = {
    id: 'msg-1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
  };
  const events = [
    { type: 'message_start', message: { ...message, usage: { input_tokens: 700, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: asTool ? 'tool_use' : 'end_turn' },
      usage: { output_tokens: 40 },
    },
    { type: 'message_stop' },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

describe('given the other provider', () => {
  it('when its model answers with one step, then it is a turn like any other', async () => {
    const asked: { url: string; headers: Headers; body: Record<string, unknown> }[] = [];
    const fetch = async (url: unknown, init?: RequestInit): Promise<Response> => {
      const body = JSON.parse(String(init?.body)) as Record<string, unknown>;
      asked.push({ url: String(url), headers: new Headers(init?.headers), body });
      const text = JSON.stringify({ step, facts: [] });
      const answer = streamed(text, Array.isArray(body['tools']));
      return new Response(answer, { headers: { 'content-type': 'text/event-stream' } });
    };
    const ports = { ...systemPorts(), network: { fetch: fetch as typeof globalThis.fetch } };
    const planner = modelPlanner(
      {
        ...{ kind: 'model', provider: 'anthropic', name: 'claude-test', baseUrl: undefined, key: 'a-key' },
        ...{ holdsToSchema: true, timeoutMs: 5_000, outputTokensMax: 500 },
        price: { inputMicrosPerMillion: 1_000_000, outputMicrosPerMillion: 1_000_000 },
      },
      noRules,
      ports,
    );
    const view = emptyView(refundRole);
    view.conversation.push({ kind: 'customer_message', messageId: 'm1', at, text: 'refund order 4821' });
    expect(await planner.next(view)).toMatchObject({
      ...{ step, usage: { inputTokens: 700, outputTokens: 40, costMicros: 740 } },
      versions: { model: 'anthropic/claude-test' },
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.url).toMatch(/^https:\/\/api\.anthropic\.com\//);
    expect(asked[0]?.headers.get('x-api-key')).toBe('a-key');
  });
});
