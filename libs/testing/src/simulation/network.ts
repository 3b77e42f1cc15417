import type { Fault } from './fault-book.js';
import type { Machine, ProcessCalls } from './process-ports.js';
import { endTimeout } from './virtual-globals.js';

export interface SimulatedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SimulatedReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A system outside, by the host name of its address. It answers at once; the network is what takes time. */
export type Targets = Readonly<Record<string, (request: SimulatedRequest) => SimulatedReply>>;

const reading = [
  ...['unreachable', 'request_lost', 'answer_lost', 'slow_answer', 'status_500', 'status_503', 'status_429'],
  ...['wrong_body', 'crash_before', 'crash_after', 'pause'],
];
const writing = [
  ...reading,
  'slow_request',
  'pause_past_successor',
  'status_500_after',
  'status_503_after',
  'status_429_after',
  'doubled',
  'connection_cut',
];

/** Calls that change something are few, and everything hangs on what goes wrong with them. */
const troubleWithEffects = 4;

/** The network between one process and the world outside. A request that has left goes on without its sender. */
export function simulatedFetch(
  machine: Machine,
  calls: ProcessCalls,
  targets: Targets,
): typeof globalThis.fetch {
  return (input, init) => {
    const url = new URL(String(input));
    const request = requestOf(url, init);
    const label = `${request.method} ${url.hostname}${request.path.replace(/\/(?!v1\b)[0-9a-z_-]*[0-9][0-9a-z_-]*/g, ':id')}`;
    const point = { service: calls.owner.service ?? 'world', label };
    const fault =
      request.method === 'GET'
        ? machine.faults.choose(point, reading)
        : machine.faults.choose(point, writing, troubleWithEffects);
    const target = targets[url.hostname];
    const call = { machine, calls, label, fault, request };
    return new Promise((resolve, reject) => {
      const fail = once((error: unknown) => reject(error));
      init?.signal?.addEventListener('abort', () => fail(init.signal?.reason), { once: true });
      if (target === undefined || fault?.kind === 'unreachable') {
        const code = target === undefined ? 'ENOTFOUND' : 'ECONNREFUSED';
        later(call, 'could not be reached', () => fail(networkError(code, 'connect')));
        return;
      }
      const resolved = once((response: Response) => {
        endTimeout(init?.signal);
        resolve(response);
      });
      send(call, target, { resolve: resolved, fail });
    });
  };
}

interface Call {
  readonly machine: Machine;
  readonly calls: ProcessCalls;
  readonly label: string;
  readonly fault: Fault | undefined;
  readonly request: SimulatedRequest;
}

function send(
  call: Call,
  target: (request: SimulatedRequest) => SimulatedReply,
  answer: { resolve(response: Response): void; fail(error: unknown): void },
): void {
  const { machine, calls, label, fault, request } = call;
  const { scheduler } = machine;
  const kind = fault?.kind ?? 'none';
  const instead = insteadOf(kind, fault?.ms ?? 0);
  const onWay = kind === 'slow_request' ? (fault?.ms ?? 0) : calls.latencyMs();
  scheduler.after(scheduler.world, onWay, label, () => {
    if (kind === 'request_lost') return machine.noted(calls.owner, label, 'the request is lost');
    const reply = instead !== undefined && !isAfter(kind) ? instead : target(request);
    const seen = isAfter(kind) && instead !== undefined ? instead : reply;
    if (kind === 'doubled') scheduler.after(scheduler.world, 5, label, () => void target(request));
    const back = kind === 'slow_answer' ? (fault?.ms ?? 0) : calls.latencyMs();
    machine.noted(calls.owner, label, `${reply.status}${kind === 'none' ? '' : `, ${kind}`}`);
    if (kind === 'answer_lost') return;
    scheduler.after(calls.owner, back, `${label}, answered`, () => {
      if (kind === 'connection_cut') return answer.fail(networkError('ECONNRESET', 'read'));
      calls.heard(label, fault, () => answer.resolve(responseOf(seen)));
    });
  });
}

function later({ machine, calls, label }: Call, outcome: string, run: () => void): void {
  machine.scheduler.after(calls.owner, calls.latencyMs(), label, () => {
    machine.noted(calls.owner, label, outcome);
    run();
  });
}

const isAfter = (kind: string): boolean => kind.endsWith('_after') && kind.startsWith('status');

/** What a fault makes of the answer: the provider's own words for 429 and 503 and when to come again, nothing for 500. */
function insteadOf(kind: string, ms: number): SimulatedReply | undefined {
  const headers: Record<string, string> = ms < 1_000 ? {} : { 'retry-after': String(Math.floor(ms / 1_000)) };
  const error = (type: string, code: string) => JSON.stringify({ error: { type, code, message: 'Later.' } });
  if (kind === 'wrong_body') return { status: 200, body: '<html>Welcome</html>' };
  if (kind.startsWith('status_500')) return { status: 500, body: '' };
  if (kind.startsWith('status_503')) return { status: 503, headers, body: error('api_error', 'unavailable') };
  if (kind.startsWith('status_429'))
    return { status: 429, headers, body: error('invalid_request_error', 'rate_limit') };
  return undefined;
}

function requestOf(url: URL, init: RequestInit | undefined): SimulatedRequest {
  const headers = plainHeaders(init?.headers);
  const { pathname: path, searchParams: query } = url;
  return { method: init?.method ?? 'GET', path, query, headers, body: String(init?.body ?? '') };
}

function plainHeaders(given: RequestInit['headers']): Record<string, string> {
  const isPlain = given !== undefined && !(given instanceof Headers) && !Array.isArray(given);
  const entries = isPlain ? Object.entries(given as Record<string, string>) : new Headers(given);
  return Object.fromEntries([...entries].map(([name, value]) => [name.toLowerCase(), String(value)]));
}

/** As much of a response as clients read. */
function responseOf({ status, headers, body }: SimulatedReply): Response {
  const response = {
    status,
    ok: status >= 200 && status < 300,
    headers: new Headers({ 'content-type': 'application/json', ...headers }),
    text: async () => body,
    json: async () => JSON.parse(body) as unknown,
  };
  return response as unknown as Response;
}

function networkError(code: string, syscall: string): Error {
  return Object.assign(new TypeError('fetch failed'), {
    cause: Object.assign(new Error(code), { code, syscall }),
  });
}

function once<Given>(run: (given: Given) => void): (given: Given) => void {
  let isDone = false;
  return (given) => {
    if (isDone) return;
    isDone = true;
    run(given);
  };
}
