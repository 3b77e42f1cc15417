export interface SseMessage {
  readonly event: string;
  readonly id?: string;
  readonly data: Record<string, unknown>;
}

/** A reader of server-sent events: what came so far, and how it ended. */
export interface SseReader {
  readonly status: number;
  readonly messages: readonly SseMessage[];
  readonly comments: number;
  readonly ended: boolean;
  close(): void;
}

export async function readEvents(url: string, headers: Record<string, string>): Promise<SseReader> {
  const gone = new AbortController();
  const response = await fetch(url, { headers, signal: gone.signal });
  const seen = { messages: [] as SseMessage[], comments: 0, ended: false };
  void readAll(response, seen).finally(() => {
    seen.ended = true;
  });
  return {
    status: response.status,
    get messages() {
      return seen.messages;
    },
    get comments() {
      return seen.comments;
    },
    get ended() {
      return seen.ended;
    },
    close: () => gone.abort(),
  };
}

async function readAll(
  response: Response,
  seen: { messages: SseMessage[]; comments: number },
): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of response.body ?? []) {
      const blocks = `${rest}${decoder.decode(chunk as Uint8Array, { stream: true })}`.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block.startsWith(':')) seen.comments += 1;
        else seen.messages.push(messageOf(block));
      }
    }
  } catch {
    // Closed by this side.
  }
}

function messageOf(block: string): SseMessage {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  const id = fields.get('id');
  return {
    event: fields.get('event') ?? '',
    ...(id === undefined ? {} : { id }),
    data: JSON.parse(fields.get('data') ?? '{}') as Record<string, unknown>,
  };
}
