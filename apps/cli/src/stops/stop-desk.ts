import { CommandRefused } from '../terminal/refusal.js';
import { visible } from '../terminal/visible.js';

export interface StopShown {
  readonly scope: string;
  readonly sentence: string;
  readonly waiting: number;
}

export interface Desk {
  /** The tenant the sign-in belongs to, as its token says; whether that is true is judged by the service. */
  readonly tenant: string;
  list(): Promise<readonly StopShown[]>;
  stop(
    scope: string,
    reason: string,
  ): Promise<{ readonly scope: string; readonly since: string; readonly underWay: readonly string[] }>;
  release(scope: string, reason: string): Promise<{ readonly scope: string; readonly waiting: number }>;
}

/** The recovery service's desk for stops, for whoever the token names. */
export function stopDesk(url: string, token: string): Desk {
  const at = `${url.replace(/\/+$/, '')}/v1/stops`;
  return {
    tenant: tenantIn(token),
    list: async () => (await asked<{ stops: readonly StopShown[] }>(at, token)).stops,
    stop: (scope, reason) => asked(at, token, { scope, reason }),
    release: (scope, reason) => asked(`${at}/${encodeURIComponent(scope)}/release`, token, { reason }),
  };
}

/** A refusal is the service's own sentence, which says what did not happen and why. */
async function asked<Answer>(url: string, token: string, body?: object): Promise<Answer> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  }).catch((cause: Error) => {
    throw new CommandRefused(`${new URL(url).host} gave no answer (${cause.message}).`, { cause });
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer as Answer;
  const { detail } = (answer ?? {}) as { detail?: unknown };
  throw new CommandRefused(visible(typeof detail === 'string' ? detail : `Refused with ${response.status}.`));
}

function tenantIn(token: string): string {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return String((claims as { tenant?: unknown }).tenant ?? '');
  } catch {
    return '';
  }
}
