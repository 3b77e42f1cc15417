import type { IncomingHttpHeaders } from 'node:http';
import type { CallNotes } from '../ledger/calls.js';
import type { Refuse, Reply } from './reply.js';
import { refuse } from './reply.js';

/** One request as a handler sees it. */
export interface Call {
  /** The number of its row in the record of calls; 0 on the admin server, which keeps none. */
  id: number;
  params: Record<string, string>;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  /** Adds to the record of this call. */
  note(notes: CallNotes): void;
  /** Waits out an injected delay. The server calls it before the handler, unless the route holds itself. */
  hold(): Promise<void>;
}

export type Handler = (call: Call) => Reply | Promise<Reply>;

export interface Route {
  method: string;
  /** A path with `:name` segments. `METHOD template` is also how a fault names its route. */
  template: string;
  handle: Handler;
  /** The handler awaits `hold` itself, after it has claimed what it must claim first. */
  holdsItself?: boolean;
}

export interface Match {
  route: Route;
  params: Record<string, string>;
}

export function route(method: string, template: string, handle: Handler): Route {
  return { method, template, handle };
}

/** The first route that fits, or nothing. A segment that is not valid percent-encoding fits nothing. */
export function findRoute(routes: readonly Route[], method: string, path: string): Match | undefined {
  const parts = path.split('/');
  for (const candidate of routes) {
    if (candidate.method !== method) continue;
    const params = matchPath(candidate.template, parts);
    if (params !== undefined) return { route: candidate, params };
  }
  return undefined;
}

function matchPath(template: string, parts: string[]): Record<string, string> | undefined {
  const expected = template.split('/');
  if (expected.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of expected.entries()) {
    const part = parts[index] ?? '';
    if (!segment.startsWith(':')) {
      if (segment !== part) return undefined;
      continue;
    }
    const value = decoded(part);
    if (value === undefined || value === '') return undefined;
    params[segment.slice(1)] = value;
  }
  return params;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** The value of a `:name` segment; the router has made sure it is there. */
export function param(call: Call, name: string): string {
  return call.params[name] ?? '';
}

/** Lets a handler run only for `Authorization: Bearer <key>`. */
export function withKey(key: string | readonly string[], handle: Handler, words: Refuse = refuse): Handler {
  const keys = typeof key === 'string' ? [key] : key;
  return (call) => {
    if (keys.some((each) => call.headers.authorization === `Bearer ${each}`)) return handle(call);
    return words(401, 'unauthenticated', 'This server wants its key as a bearer token.');
  };
}

/** Parses the body as a JSON object first; anything else is refused and changes nothing. */
export function withJson(
  handle: (call: Call, body: Record<string, unknown>) => Reply | Promise<Reply>,
): Handler {
  return (call) => {
    const body = objectFrom(call.body);
    if (body === undefined) return refuse(400, 'invalid_json', 'The body must be one JSON object.');
    return handle(call, body);
  };
}

function objectFrom(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? Object.fromEntries(Object.entries(value)) : undefined;
  } catch {
    return undefined;
  }
}
