import type { ServerResponse } from 'node:http';

/** What a server answers, before it is put on the wire. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  text: string;
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, text: JSON.stringify(value) };
}

/** The page may run nothing and may only post back to the server it came from. */
export function html(status: number, text: string): Reply {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
    text,
  };
}

export function redirect(location: string): Reply {
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, text: '' };
}

/** How a system words a refusal: its own error object around a code. */
export type Refuse = (status: number, code: string, message: string) => Reply;

/** The error object of every sandbox server but payments, which speaks Stripe's. */
export const refuse: Refuse = (status, code, message) => json(status, { error: { code, message } });

/** Puts a reply on the wire. */
export function send(response: ServerResponse, reply: Reply): void {
  if (response.destroyed) return;
  const length = Buffer.byteLength(reply.text);
  response.writeHead(reply.status, { ...reply.headers, 'content-length': length }).end(reply.text);
}
