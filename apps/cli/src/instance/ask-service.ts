import { CommandRefused } from '../terminal/refusal.js';
import { visible } from '../terminal/visible.js';

interface Asking {
  readonly token: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One call to a service. A refusal is the service's own sentence, which says what did not happen and why. */
export async function askService<Answer>(
  url: string,
  { token, body, headers = {} }: Asking,
): Promise<Answer> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  }).catch((cause: Error) => {
    throw new CommandRefused(`${new URL(url).host} gave no answer (${cause.message}).`, { cause });
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer as Answer;
  throw new CommandRefused(visible(sentenceIn(answer) ?? `Refused with ${response.status}.`));
}

/** Of a problem document: what it says, and of each field what is wrong with it. */
function sentenceIn(answer: unknown): string | undefined {
  const { detail, errors } = (answer ?? {}) as { detail?: unknown; errors?: unknown };
  if (typeof detail !== 'string') return undefined;
  const faults = (Array.isArray(errors) ? errors : []) as readonly { field?: unknown; reason?: unknown }[];
  return [detail, ...faults.map(({ field, reason }) => `${String(field)} ${String(reason)}.`)].join(' ');
}
