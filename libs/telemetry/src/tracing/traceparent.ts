import { AsyncLocalStorage } from 'node:async_hooks';
import { trace } from '@opentelemetry/api';

/** W3C Trace Context, version 00: where this work stands in one trace. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly sampled: boolean;
}

const FORMAT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const running = new AsyncLocalStorage<string>();

/** Reads a `traceparent`; anything malformed, or with an all-zero id, is as good as none (W3C 3.2.2). */
export function parseTraceparent(text: string | undefined): TraceContext | undefined {
  const [, traceId, spanId, flags] = FORMAT.exec(text ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Runs work under a `traceparent` that came with a message, so that what it logs and sends joins the trace. */
export function withTraceparent<T>(traceparent: string | undefined, work: () => T): T {
  return parseTraceparent(traceparent) === undefined ? work() : running.run(traceparent ?? '', work);
}

/** The span of the SDK when one is active, otherwise what `withTraceparent` set; undefined outside a trace. */
export function currentTraceparent(): string | undefined {
  const span = trace.getActiveSpan()?.spanContext();
  if (span === undefined) return running.getStore();
  return format({ ...span, sampled: (span.traceFlags & 1) === 1 });
}

function format({ traceId, spanId, sampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}
