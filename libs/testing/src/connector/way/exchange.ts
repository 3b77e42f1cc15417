import type { IncomingHttpHeaders } from 'node:http';
import type { RequestSeen } from '../subject.js';

/** What the target answered, as bytes. */
export interface Forwarded {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** One request of the connector in the hands of a fault. */
export interface Exchange {
  readonly request: RequestSeen;
  /** Sends it to the target, once more each time. */
  forward(): Promise<Forwarded>;
  answer(answer: Forwarded | Spoken): void;
  /** Answers a part: the whole length is announced, half of the body comes. */
  answerHalf(answer: Forwarded): Promise<void>;
  /** `reset` tears the connection, `closed` ends it as a server that goes away. */
  breakOff(how: 'reset' | 'closed'): void;
  /** Settles when the connector has given up or everything ends. */
  readonly gone: Promise<void>;
  /** Another server on this machine that must never be called. */
  readonly elsewhereUrl: string;
}

export interface Spoken {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What becomes of a request. What it does not answer stays without an answer. */
export type HttpFault = (exchange: Exchange) => void | Promise<void>;

export const passOn: HttpFault = async ({ forward, answer }) => answer(await forward());
