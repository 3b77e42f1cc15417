import { refusalIn } from '../instance/ask-service.js';
import { CommandRefused } from '../terminal/refusal.js';
import { visible } from '../terminal/visible.js';

interface Call {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly token?: string;
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  /** A minute unless the answer takes longer by its nature. */
  readonly withinMs?: number;
}

/** One HTTP call that must succeed; a refusal ends the command with what was refused. */
export async function call<Answer>(
  url: string,
  { method, token, body, form, withinMs = 60_000 }: Call = {},
): Promise<Answer> {
  const sends = body !== undefined || form !== undefined;
  const response = await fetch(url, {
    method: method ?? (sends ? 'POST' : 'GET'),
    headers: {
      // A connection of its own: a kept one may have been closed by the other side while nobody looked.
      connection: 'close',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    signal: AbortSignal.timeout(withinMs),
  }).catch((cause: Error) => {
    throw new CommandRefused(`${new URL(url).host} gave no answer (${cause.message}).`, { cause });
  });
  const text = await response.text();
  if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as Answer;
  const said = refusalIn(text) ?? `It was refused with ${response.status}: ${text.slice(0, 300)}`;
  throw new CommandRefused(visible(said));
}
