import type { Type } from '@nestjs/common';

/** A request as a person's browser sends it. */
export interface WebRequest {
  readonly method: 'GET' | 'POST';
  /** `/v1/proposals/:id/card`, with its parameters beside it. */
  readonly route: string;
  readonly params: Readonly<Record<string, string>>;
  /** Absent where nobody signs in. */
  readonly token?: string;
  readonly body?: unknown;
  /** The very bytes, where a signature is over them. */
  readonly bytes?: Uint8Array;
  /** Beside the one that says who signs in. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Uint8Array | undefined;
  readonly body: unknown;
  readonly params: Readonly<Record<string, string>>;
}

/** A request at the edge of a service: what guards are shown of it, and what becomes the arguments of a method. */
export interface Incoming {
  readonly received: Received;
  readonly context: { switchToHttp(): { getRequest(): Received } };
}

export function incoming({ token, headers, bytes, body, params }: WebRequest): Incoming {
  const signedIn = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const received = { headers: { ...headers, ...signedIn }, rawBody: bytes, body, params };
  return { received, context: { switchToHttp: () => ({ getRequest: () => received }) } };
}

/** Where the frame keeps what its decorators say. */
const metadata = { guards: '__guards__', arguments: '__routeArguments__' } as const;

interface Pipe {
  transform(value: unknown): unknown;
}

interface Wanted {
  readonly index: number;
  readonly data?: string;
  readonly pipes?: readonly Pipe[];
  /** Of a decorator of our own: how its argument is made. */
  readonly factory?: (data: string | undefined, context: Incoming['context']) => unknown;
}

/** Who has to let a request in before a controller sees it, in the order of asking. */
export function guardsOf(controller: Type): readonly Type<Record<string, unknown>>[] {
  return (Reflect.getMetadata(metadata.guards, controller) ?? []) as readonly Type<Record<string, unknown>>[];
}

const response = { status: () => undefined, header: () => undefined };

/** By the frame's numbering of parameters: 0 the request, 1 the response, 3 the body, 5 a parameter of the path, 6 a header. */
export function argumentsOf(
  controller: Type,
  name: string,
  { received, context }: Incoming,
): readonly unknown[] {
  const all = (Reflect.getMetadata(metadata.arguments, controller, name) ?? {}) as Readonly<
    Record<string, Wanted>
  >;
  const given: unknown[] = [];
  for (const [key, wanted] of Object.entries(all)) {
    const { data, factory, pipes = [] } = wanted;
    const value =
      factory === undefined ? partOf(received, Number(key.split(':')[0]), data) : factory(data, context);
    given[wanted.index] = pipes.reduce((piped, pipe) => pipe.transform(piped), value);
  }
  return given;
}

function partOf(received: Received, kind: number, data: string | undefined): unknown {
  const { headers, body, params } = received;
  if (kind === 0) return received;
  if (kind === 1) return response;
  if (kind === 3) return body;
  if (kind === 5) return params[data ?? ''];
  return data === undefined ? headers : headers[data];
}
