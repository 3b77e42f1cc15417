import { setTimeout as wait } from 'node:timers/promises';
import type { Refuse, Reply } from '../wire/reply.js';
import type { Fault } from './fault.js';

type Handle = (hold: () => Promise<void>) => Reply | Promise<Reply>;

interface Hit {
  fault: Fault | undefined;
  refuse: Refuse;
  /** Ends every pause when the sandbox stops. */
  stopping: AbortSignal;
}

/** Handles a call the way its fault wants; `cut` is a connection to destroy without an answer. */
export async function withFault({ fault, refuse, stopping }: Hit, handle: Handle): Promise<Reply | 'cut'> {
  const nothing = async () => {};
  if (fault === undefined) return handle(nothing);
  const pause = async () => void (await wait(fault.delayMs, undefined, { signal: stopping }));
  switch (fault.kind) {
    case 'request_lost':
      return 'cut';
    case 'response_lost':
      await handle(pause);
      return 'cut';
    case 'delay': {
      const reply = await handle(fault.applied ? nothing : pause);
      if (fault.applied) await pause();
      return reply;
    }
    case 'wrong_body':
      await handle(pause);
      return { status: 200, headers: { 'content-type': 'text/html' }, text: '<html>Welcome to nginx</html>' };
    case 'status_429':
    case 'status_500':
    case 'status_503':
      if (fault.applied) await handle(pause);
      return statusReply(refuse, fault);
    case 'down':
      return 'cut';
  }
}

/** A 429 and a 503 explain themselves; a 500 has no body, so that nobody can tell what happened behind it. */
function statusReply(refuse: Refuse, fault: Fault): Reply {
  const status = fault.kind === 'status_429' ? 429 : fault.kind === 'status_503' ? 503 : 500;
  if (status === 500) return { status, headers: {}, text: '' };
  const reply = refuse(status, status === 429 ? 'rate_limit' : 'unavailable', 'Please try again later.');
  if (fault.retryAfterSeconds === null) return reply;
  return { ...reply, headers: { ...reply.headers, 'retry-after': String(fault.retryAfterSeconds) } };
}
