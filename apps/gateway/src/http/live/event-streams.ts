import type { Clock, Ports } from '@countersign/contracts';
import type { JsonObject } from '@countersign/domain';
import type { TokenVerifier } from '@countersign/identity';
import { loggerToken, portsToken, shutdownToken } from '@countersign/messaging';
import type { Log } from '@countersign/telemetry';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../../config.js';
import { bearerOf, verifierToken } from '../access/signed-in.js';

export interface StreamMessage {
  readonly event: string;
  /** The version in the stream: what a reader sends back to go on from. Absent where nothing follows. */
  readonly id?: number;
  readonly data: JsonObject;
}

export const streamsConfigToken = 'gateway:streams';

/**
 * Server-sent events. A stream is open as long as its reader is there, its token holds and this process runs;
 * the token is judged again at every heartbeat and before every message, so that nothing is told after it.
 */
@Injectable()
export class EventStreams {
  readonly #clock: Clock;

  constructor(
    @Inject(portsToken) ports: Ports,
    @Inject(streamsConfigToken) private readonly config: GatewayConfig['streams'],
    @Inject(verifierToken) private readonly verifier: TokenVerifier,
    @Inject(shutdownToken) private readonly shutdown: AbortSignal,
    @Inject(loggerToken) private readonly log: Log,
  ) {
    this.#clock = ports.clock;
  }

  /** Takes the answer over; everything that may be refused is refused before. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    messagesOf: (signal: AbortSignal) => AsyncIterable<StreamMessage>,
  ): Promise<void> {
    const out = opened(reply);
    if (request.method === 'HEAD') {
      out.end();
      return;
    }
    const gone = new AbortController();
    const signal = AbortSignal.any([gone.signal, this.shutdown]);
    out.on('close', () => gone.abort());
    const token = bearerOf(request);
    const beating = this.#beat(out, { token, gone, signal });
    try {
      for await (const message of messagesOf(signal)) {
        if (!(await this.#holds(token))) break;
        if (!out.write(frameOf(message))) await drained(out);
      }
    } catch (error) {
      // The reader connects again and goes on from the last message it has.
      this.log.warn('stream.broken', { route: request.routeOptions.url }, error);
    } finally {
      gone.abort();
      out.end();
      await beating;
    }
  }

  async #beat(
    out: FastifyReply['raw'],
    { token, gone, signal }: { token: string; gone: AbortController; signal: AbortSignal },
  ): Promise<void> {
    try {
      while (!signal.aborted) {
        await this.#clock.wait(this.config.heartbeatMs, signal);
        if (!(await this.#holds(token))) gone.abort();
        else out.write(': still here\n\n');
      }
    } catch {
      // The wait was cut short: the stream has ended.
    }
  }

  /** Keys that cannot be read for a moment are no reason to close: the token was good when it was last judged. */
  async #holds(token: string): Promise<boolean> {
    const verdict = await this.verifier.verify(token);
    return verdict.outcome === 'verified' || verdict.retryable;
  }
}

function opened(reply: FastifyReply): FastifyReply['raw'] {
  const given = reply.getHeaders();
  reply.hijack();
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  reply.raw.flushHeaders();
  return reply.raw;
}

/** JSON has no line breaks of its own, so one `data` line is one message. */
export function frameOf({ event, id, data }: StreamMessage): string {
  const place = id === undefined ? '' : `id: ${id}\n`;
  return `${place}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function drained(out: FastifyReply['raw']): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      out.off('drain', go).off('close', go);
      resolve();
    };
    out.on('drain', go).on('close', go);
  });
}
