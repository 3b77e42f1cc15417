import { setTimeout as wait } from 'node:timers/promises';

export interface ServerSentEvent {
  readonly name: string;
  readonly id: string;
  readonly data: string;
}

const REOPEN_AFTER_MS = 250;

/** The events of one connection. Ends when the connection does, however it does. */
export async function* serverSentEvents(
  url: string,
  { token, after, signal }: { readonly token: string; readonly after: string; readonly signal: AbortSignal },
): AsyncGenerator<ServerSentEvent> {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream', 'last-event-id': after };
  try {
    const { ok, body } = await fetch(url, { headers, signal });
    if (ok && body !== null) yield* eventsIn(body.pipeThrough(new TextDecoderStream()));
    await wait(REOPEN_AFTER_MS, undefined, { signal });
  } catch {
    // A lost connection is an end like any other; whoever listens opens it again.
    if (!signal.aborted) await wait(REOPEN_AFTER_MS);
  }
}

async function* eventsIn(chunks: AsyncIterable<string>): AsyncGenerator<ServerSentEvent> {
  let rest = '';
  for await (const chunk of chunks) {
    const blocks = `${rest}${chunk}`.replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) yield readBlock(block);
  }
}

function readBlock(block: string): ServerSentEvent {
  const lines = block.split('\n');
  const field = (name: string) =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).replace(/^ /, ''));
  return { name: field('event')[0] ?? 'message', id: field('id')[0] ?? '', data: field('data').join('\n') };
}
