import type { ConnectorSubject } from '../subject.js';
import type { HttpFault } from '../way/exchange.js';
import { passOn } from '../way/exchange.js';

/** A fault between the connector and its target when it executes, and what must be made of it. */
export interface WriteFault {
  /** Reads on after "when": `the response was lost`. */
  readonly name: string;
  /** Undefined: the connection itself is refused. */
  readonly fault: HttpFault | undefined;
  /** The classes that are true. What may have happened is never one of the two that say it has not. */
  readonly right: readonly ('succeeded' | 'transient' | 'unknown')[];
  /** The connector has to run out its time-out. */
  readonly isSlow?: true;
  /** What only a body can show. */
  readonly needsBody?: true;
  /** A `transient` answer must carry this wait. */
  readonly retryAfterMs?: number;
}

const RETRY_AFTER = { 'retry-after': '7' };
const PAGE = '<html><body><h1>Something went wrong</h1></body></html>';
const HTML = { 'content-type': 'text/html' };

/** The faults of DESIGN section 6 in the order of how far the request came; none at all comes first. */
export function writeFaults({ unavailable }: Pick<ConnectorSubject, 'unavailable'>): readonly WriteFault[] {
  return [
    { name: 'nothing went wrong', fault: passOn, right: ['succeeded'] },
    { name: 'the connection was refused', fault: undefined, right: ['transient'] },
    unavailableFault(unavailable),
    { name: 'the request was lost', fault: ({ breakOff }) => breakOff('reset'), right: ['unknown'] },
    {
      name: 'it was redirected to another server',
      fault: ({ answer, elsewhereUrl }) =>
        answer({ status: 307, headers: { location: elsewhereUrl }, body: '' }),
      right: ['unknown'],
    },
    { name: 'a 500 without a body came and nothing was applied', fault: empty500, right: ['unknown'] },
    { name: 'a 500 without a body came after it was applied', fault: after(empty500), right: ['unknown'] },
    {
      name: 'a 500 with a body came after it was applied',
      fault: after(({ answer }) => answer({ status: 500, body: '{"error":{"message":"internal"}}' })),
      right: ['unknown'],
    },
    {
      name: 'the response was lost',
      fault: after(({ breakOff }) => breakOff('closed')),
      right: ['unknown'],
    },
    ...halfAnswers,
    ...strangeAnswers,
    ...slowAnswers,
    {
      name: 'it was delivered twice',
      fault: async ({ forward, answer }) => {
        await forward();
        answer(await forward());
      },
      right: ['succeeded', 'unknown'],
    },
  ];
}

/** Without the target's own words nobody can ask that they be understood; then `unknown` is right as well. */
function unavailableFault(words: ConnectorSubject['unavailable']): WriteFault {
  const { status, headers = {}, body } = words ?? { status: 503, headers: HTML, body: PAGE };
  return {
    name: `a ${status} with Retry-After came before it was accepted`,
    fault: ({ answer }) => answer({ status, headers: { ...headers, ...RETRY_AFTER }, body }),
    right: words === undefined ? ['transient', 'unknown'] : ['transient'],
    retryAfterMs: 7000,
  };
}

const empty500: HttpFault = ({ answer }) => answer({ status: 500, body: '' });

/** The target applies it first. */
function after(fault: HttpFault): HttpFault {
  return async (exchange) => {
    await exchange.forward();
    await fault(exchange);
  };
}

const halfAnswers: readonly WriteFault[] = [
  {
    name: 'the connection was reset in the middle of the response',
    fault: async ({ forward, answerHalf, breakOff }) => {
      await answerHalf(await forward());
      breakOff('reset');
    },
    right: ['unknown'],
    needsBody: true,
  },
  {
    name: 'the response ended in the middle of its body',
    fault: async ({ forward, answerHalf, breakOff }) => {
      await answerHalf(await forward());
      breakOff('closed');
    },
    right: ['unknown'],
    needsBody: true,
  },
  {
    name: 'half of the JSON came as a whole response',
    fault: async ({ forward, answer }) => {
      const { body, ...rest } = await forward();
      answer({ ...rest, body: body.subarray(0, Math.ceil(body.length / 2)) });
    },
    right: ['unknown'],
    needsBody: true,
  },
];

const strangeAnswers: readonly WriteFault[] = [
  {
    name: 'a 200 came that is not JSON',
    fault: after(({ answer }) => answer({ status: 200, headers: HTML, body: PAGE })),
    right: ['unknown'],
    needsBody: true,
  },
  {
    name: 'a 200 came with JSON that says nothing',
    fault: after(({ answer }) => answer({ status: 200, body: '{}' })),
    right: ['unknown'],
    needsBody: true,
  },
];

const slowAnswers: readonly WriteFault[] = [
  {
    name: 'it was applied and no answer came in time',
    fault: after(({ gone }) => gone),
    right: ['unknown'],
    isSlow: true,
  },
  {
    name: 'the answer began and never ended',
    fault: async ({ forward, answerHalf, gone }) => {
      await answerHalf(await forward());
      await gone;
    },
    right: ['unknown'],
    isSlow: true,
    needsBody: true,
  },
  {
    name: 'it was held on the way and applied after the time-out',
    fault: async ({ forward, gone }) => {
      await gone;
      await forward();
    },
    right: ['unknown'],
    isSlow: true,
  },
];
