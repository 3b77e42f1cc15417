/** What can be made to go wrong, one word each; README.md says what the caller sees of each. */
const FAULT_KINDS = [
  'delay',
  'request_lost',
  'response_lost',
  'status_429',
  'status_500',
  'status_503',
  'wrong_body',
  'down',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  /** `METHOD template`, `METHOD path`, or `*` for every call of the server. */
  route: string;
  kind: FaultKind;
  /** How many more calls it hits; `null` is every call until it is removed. */
  times: number | null;
  delayMs: number;
  retryAfterSeconds: number | null;
  /** The effect is applied before the fault shows. Only for `delay`, `status_500` and `status_503`. */
  applied: boolean;
}

export type ParsedFault = { fault: Fault } | { problem: string };

/** Reads a fault from an admin request, naming the first field that makes no sense. */
export function parseFault(body: Record<string, unknown>): ParsedFault {
  const kind = FAULT_KINDS.find((known) => known === body.kind);
  if (kind === undefined) return { problem: `kind must be one of ${FAULT_KINDS.join(', ')}.` };
  const route = body.route ?? (kind === 'down' ? '*' : undefined);
  if (typeof route !== 'string' || route === '') {
    return { problem: 'route must be "METHOD /path" as the server declares it, or "*".' };
  }
  const times = wholeOr(body.times, null);
  const delayMs = wholeOr(body.delayMs, 0);
  const retryAfterSeconds = wholeOr(body.retryAfterSeconds, null);
  if (times === undefined || times === 0) return { problem: 'times must be a whole number above zero.' };
  if (delayMs === undefined || delayMs === null) return { problem: 'delayMs must be a whole number.' };
  if (retryAfterSeconds === undefined) return { problem: 'retryAfterSeconds must be a whole number.' };
  return { fault: { route, kind, times, delayMs, retryAfterSeconds, applied: body.applied === true } };
}

function wholeOr<T>(value: unknown, otherwise: T): number | T | undefined {
  if (value === undefined) return otherwise;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
