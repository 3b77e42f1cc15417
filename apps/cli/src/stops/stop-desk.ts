import { askService } from '../instance/ask-service.js';
import type { AskedAt } from '../instance/asked-at.js';

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
export function stopDesk({ url, token }: AskedAt): Desk {
  const at = `${url}/v1/stops`;
  return {
    tenant: tenantIn(token),
    list: async () => (await askService<{ stops: readonly StopShown[] }>(at, { token })).stops,
    stop: (scope, reason) => askService(at, { token, body: { scope, reason } }),
    release: (scope, reason) =>
      askService(`${at}/${encodeURIComponent(scope)}/release`, { token, body: { reason } }),
  };
}

function tenantIn(token: string): string {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return String((claims as { tenant?: unknown }).tenant ?? '');
  } catch {
    return '';
  }
}
