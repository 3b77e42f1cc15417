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
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as Answer;
  throw new CommandRefused(visible(refusalIn(text) ?? `It was refused with ${response.status}.`));
}

/**
 * The sentence in a refusal: of a problem document what it says and, of each field, what is wrong with it; of a
 * refused sign-in its description. Undefined where the answer has none.
 */
export function refusalIn(text: string): string | undefined {
  const { detail, errors, error_description: signIn } = objectIn(text);
  if (typeof detail !== 'string') return typeof signIn === 'string' ? signIn : undefined;
  const faults = (Array.isArray(errors) ? errors : []) as readonly { field?: unknown; reason?: unknown }[];
  return [detail, ...faults.map(({ field, reason }) => `${String(field)} ${String(reason)}.`)].join(' ');
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}
