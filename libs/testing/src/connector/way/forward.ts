import { request as plain } from 'node:http';
import { request as secured } from 'node:https';
import { buffer } from 'node:stream/consumers';
import type { RequestSeen } from '../subject.js';
import type { Forwarded } from './exchange.js';

/** Of the connection, not of the message (RFC 9110 7.6.1). */
const HOP = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'te', 'upgrade', 'expect'];

/**
 * Sends the request to the target over a connection of its own, so that none is stale.
 * @throws the error of the socket when the target cannot be reached: then nothing can be checked.
 */
export function forward(targetUrl: string, { method, path, headers, body }: RequestSeen): Promise<Forwarded> {
  const to = new URL(path, targetUrl);
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP.includes(name)));
  const send = to.protocol === 'https:' ? secured : plain;
  return new Promise((resolve, reject) => {
    const sent = send(to, { method, headers: kept as Record<string, string | string[]>, agent: false });
    sent.once('error', reject);
    sent.once('response', (response) => {
      buffer(response).then(
        (bytes) =>
          resolve({ status: response.statusCode ?? 0, headers: withoutHop(response.headers), body: bytes }),
        reject,
      );
    });
    sent.end(body);
  });
}

function withoutHop(headers: Forwarded['headers']): Forwarded['headers'] {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !HOP.includes(name) && name !== 'content-length'),
  );
}
