import type { HttpFault } from '../way/exchange.js';

/** A fault between the connector and its target when it looks. No answer is the only true answer to each. */
export interface LookFault {
  readonly name: string;
  /** Undefined: the connection itself is refused. */
  readonly fault: HttpFault | undefined;
  readonly isSlow?: true;
}

const HTML = { 'content-type': 'text/html' };
const PAGE = '<html><body><h1>Not here</h1></body></html>';

export const lookFaults: readonly LookFault[] = [
  { name: 'the connection was refused', fault: undefined },
  { name: 'the connection was reset', fault: ({ breakOff }) => breakOff('reset') },
  { name: 'no answer came in time', fault: ({ gone }) => gone, isSlow: true },
  { name: 'a 500 came', fault: ({ answer }) => answer({ status: 500, body: '' }) },
  { name: 'a 503 came', fault: ({ answer }) => answer({ status: 503, headers: HTML, body: PAGE }) },
  {
    name: 'a 404 came that is not the target’s own',
    fault: ({ answer }) => answer({ status: 404, headers: HTML, body: PAGE }),
  },
  {
    name: 'a 200 came that is not JSON',
    fault: ({ answer }) => answer({ status: 200, headers: HTML, body: PAGE }),
  },
  {
    name: 'a 200 came with JSON that says nothing',
    fault: ({ answer }) => answer({ status: 200, body: '{}' }),
  },
  {
    name: 'the answer ended in the middle of its body',
    fault: async ({ forward, answerHalf, breakOff }) => {
      await answerHalf(await forward());
      breakOff('closed');
    },
  },
  {
    name: 'it was redirected to another server',
    fault: ({ answer, elsewhereUrl }) =>
      answer({ status: 307, headers: { location: elsewhereUrl }, body: '' }),
  },
];
