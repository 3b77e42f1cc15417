export type ConnectionFailure = 'unreachable' | 'timeout' | 'connection_lost';

const CONNECTING = new Set(['connect', 'getaddrinfo']);
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);
const TOO_LATE = new Set(['ETIMEDOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/**
 * What a failed request tells. Only `unreachable` says that nothing was sent, so it needs proof: the system
 * call that failed was the one that connects. The same code (`EHOSTUNREACH`, `ETIMEDOUT`) on an open
 * connection says nothing about what the other side has already read.
 */
export function connectionFailure(error: unknown): ConnectionFailure {
  const chain = causes(error);
  const code = (each: Fault) => String(each.code);
  if (chain.some((each) => CONNECTING.has(String(each.syscall)) || NOT_CONNECTED.has(code(each)))) {
    return 'unreachable';
  }
  const isTimeout = (each: Fault) =>
    each.name === 'TimeoutError' || each.name === 'AbortError' || TOO_LATE.has(code(each));
  return chain.some(isTimeout) ? 'timeout' : 'connection_lost';
}

interface Fault {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly cause?: unknown;
}

function causes(error: unknown, depth = 0): Fault[] {
  if (typeof error !== 'object' || error === null || depth > 5) return [];
  return [error, ...causes((error as Fault).cause, depth + 1)];
}
