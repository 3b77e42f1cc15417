/**
 * How long after `ExecutionStarted` a call may still leave. A worker that slept longer sends nothing any more,
 * because whoever looks may have proven by then that nothing was sent. Milliseconds.
 */
export const sendWithinMs = (callTimeoutMs: number): number => callTimeoutMs;

/** How long after `ExecutionStarted` a request can still arrive: it left at the last moment and took all its time. */
export const lastArrivalMs = (callTimeoutMs: number): number => sendWithinMs(callTimeoutMs) + callTimeoutMs;
