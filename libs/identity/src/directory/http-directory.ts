import type { FetchPort } from '../network/fetch-port.js';
import type { Directory, RolesAnswer } from './directory.js';

export interface HttpDirectoryOptions {
  readonly baseUrl: string;
  /** Service key, sent as a bearer token. */
  readonly key: string;
  readonly fetch: FetchPort;
  /** Default 3000. */
  readonly timeoutMs?: number;
}

/** Asks `GET {baseUrl}/directory/people/:tenant/:subject` once; retrying is the caller's, who has the bounds. */
export function createHttpDirectory(options: HttpDirectoryOptions): Directory {
  return {
    async currentRoles(tenant, subject) {
      const path = `directory/people/${encodeURIComponent(tenant)}/${encodeURIComponent(subject)}`;
      try {
        const response = await options.fetch(`${options.baseUrl.replace(/\/$/, '')}/${path}`, {
          headers: { accept: 'application/json', authorization: `Bearer ${options.key}` },
          redirect: 'error',
          signal: AbortSignal.timeout(options.timeoutMs ?? 3_000),
        });
        const text = await response.text();
        return answerOf(response.status, text, subject);
      } catch {
        return { outcome: 'no_answer', code: 'unreachable' };
      }
    },
  };
}

function answerOf(status: number, text: string, subject: string): RolesAnswer {
  if (status === 401 || status === 403) return { outcome: 'no_answer', code: 'not_authorized' };
  if (status !== 200 && status !== 404) return { outcome: 'no_answer', code: 'server_error' };
  const body = objectIn(text);
  if (body === undefined) return { outcome: 'no_answer', code: 'wrong_body' };
  // A proxy's page and a mistaken path say 404 too, and are no statement about a person.
  if (status === 404) {
    const isSaid = objectOf(body.error)?.code === 'person_not_found';
    return isSaid ? { outcome: 'unknown_person' } : { outcome: 'no_answer', code: 'wrong_body' };
  }
  const { sub, roles } = body;
  if (sub !== subject || !Array.isArray(roles) || !roles.every((role) => typeof role === 'string')) {
    return { outcome: 'no_answer', code: 'wrong_body' };
  }
  return { outcome: 'known', roles };
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : undefined;
}
