import type { JsonObject } from '../port/view.js';

/** One request as the stand-in got it: what it was told, and the document it was given. */
export interface Request {
  readonly instructions: string;
  readonly document: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
}

/** What a model may answer, and all that may go wrong with it. */
export type Answer =
  | { readonly says: unknown }
  | { readonly text: string; readonly finish?: 'stop' | 'length' | 'content_filter' }
  | { readonly cutAfter: string }
  | { readonly hangs: true }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

export type Brain = (request: Request) => Answer;

const usage = { prompt_tokens: 900, completion_tokens: 60, total_tokens: 960 };

/**
 * Stands in for an OpenAI-compatible server that streams. Its brain is a test's own, so that it answers well or as
 * badly as the test wants. It knows nothing of what it is asked for but the request.
 */
export class ModelStandIn {
  readonly requests: Request[] = [];

  constructor(public brain: Brain) {}

  /** In place of the network: nothing leaves the process. */
  readonly fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
    const body = JSON.parse(String(init?.body)) as JsonObject;
    return this.answer(
      body,
      Object.fromEntries(new Headers(init?.headers).entries()),
      init?.signal ?? undefined,
    );
  };

  answer(body: JsonObject, headers: Readonly<Record<string, string>>, signal?: AbortSignal): Response {
    const request = requestOf(body, headers);
    this.requests.push(request);
    const answer = this.brain(request);
    if ('status' in answer) {
      const error = { error: { message: 'the stand-in says no', type: 'stand_in' } };
      return new Response(JSON.stringify(error), { status: answer.status, headers: { ...answer.headers } });
    }
    const stream = new ReadableStream({ start: (to) => write(answer, to, signal) });
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
  }
}

function requestOf(body: JsonObject, headers: Readonly<Record<string, string>>): Request {
  const messages = body.messages as { role: string; content: string | { text?: string }[] }[];
  const said = (role: string) => {
    const content = messages.find((message) => message.role === role)?.content ?? '';
    return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');
  };
  return { instructions: said('system'), document: JSON.parse(said('user')) as JsonObject, headers, body };
}

function write(
  answer: Exclude<Answer, { status: number }>,
  to: ReadableStreamDefaultController,
  signal?: AbortSignal,
): void {
  const send = (data: object | string) =>
    to.enqueue(
      new TextEncoder().encode(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`),
    );
  if ('hangs' in answer) {
    signal?.addEventListener('abort', () => to.error(signal.reason));
    return;
  }
  const text =
    'cutAfter' in answer ? answer.cutAfter : 'says' in answer ? JSON.stringify(answer.says) : answer.text;
  for (const part of text.match(/[\s\S]{1,40}/g) ?? []) send(chunk({ content: part }, null));
  if ('cutAfter' in answer) {
    to.error(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    return;
  }
  send(chunk({}, 'text' in answer ? (answer.finish ?? 'stop') : 'stop'));
  send({ ...chunk({}, null), choices: [], usage });
  send('[DONE]');
  to.close();
}

function chunk(delta: object, finish_reason: string | null): object {
  const head = { id: 'chat-1', object: 'chat.completion.chunk', created: 0, model: 'stand-in' };
  return { ...head, choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason }] };
}
