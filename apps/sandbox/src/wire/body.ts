import type { IncomingMessage } from 'node:http';

const BYTES_MAX = 1_000_000;

/** Reads a whole request body as UTF-8 text; `undefined` when it is over a megabyte or the caller has gone. */
export function readBody(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BYTES_MAX) chunks.push(chunk);
    });
    request.on('end', () => resolve(size <= BYTES_MAX ? Buffer.concat(chunks).toString('utf8') : undefined));
    request.on('error', () => resolve(undefined));
    request.on('close', () => resolve(undefined));
  });
}

/** Where a request goes; what cannot be read as an address goes to a path that nothing serves. */
export function addressOf({ url = '/' }: IncomingMessage): URL {
  const base = 'http://sandbox';
  return URL.canParse(url, base) ? new URL(url, base) : new URL('/unreadable', base);
}

/** The headers a reader of the record of calls may want. Credentials are never among them. */
const OF_INTEREST = ['content-type', 'idempotency-key', 'stripe-version', 'traceparent', 'user-agent'];

export function headersOfInterest(request: IncomingMessage): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of OF_INTEREST) {
    const value = request.headers[name];
    if (typeof value === 'string') kept[name] = value;
  }
  return kept;
}
