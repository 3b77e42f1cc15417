import type { Executed } from '@countersign/capabilities';
import type { Action } from '@countersign/domain';
import { type Finding, found, notApplicable } from '../report/report.js';
import { answerLine, answerWords, effectLines, requestLine } from '../report/words.js';
import type { ConnectorSubject, RequestSeen } from '../subject.js';
import type { Asked } from '../trials/asked.js';
import type { WriteFault } from '../trials/write-faults.js';
import type { WriteTrial } from '../trials/write-trial.js';

/** What one trial shows of each requirement. */
export function judgeWrite(trial: WriteTrial, subject: ConnectorSubject): readonly Finding[] {
  const { fault, first, sent, repeats, sentInAll, effects, elsewhere, action } = trial;
  const evidence = () => [
    ...sentInAll.map(requestLine),
    ...[first, ...repeats].map(answerLine),
    ...effectLines(effects),
  ];
  const { name } = fault;
  return [
    found('right-class', name, {
      fault: classFault(fault, first, action),
      reason: answerWords(first),
      evidence,
    }),
    found('one-effect', name, {
      fault: effects.length === 1 ? undefined : `${effects.length} effects after ${attempts(trial)}`,
      reason: `1 effect after ${attempts(trial)}`,
      evidence,
    }),
    found('one-request', name, {
      fault: sent.length > 1 ? `the first call sent ${sent.length} requests` : undefined,
      reason: `${sent.length} sent`,
      evidence,
    }),
    sameBytes(trial, subject, evidence),
    ...(fault.isSlow === true
      ? [found('own-time-out', name, { fault: hungFault(first), reason: answerWords(first), evidence })]
      : []),
    ...(name.includes('redirected')
      ? [
          found('one-target', name, {
            fault: elsewhere.length > 0 ? 'the other server was called' : undefined,
            reason: 'the other server was not called',
            evidence: () => elsewhere.map(requestLine),
          }),
        ]
      : []),
  ];
}

const attempts = ({ repeats }: WriteTrial) =>
  repeats.length === 1 ? 'a first call and a repeat' : `a first call and ${repeats.length} repeats`;

function classFault({ right, retryAfterMs }: WriteFault, first: Asked<Executed>, action: Action) {
  const wanted = right.map((each) => `\`${each}\``).join(' or ');
  if (first.how !== 'answered') return `${answerWords(first)} where ${wanted} is true`;
  const { answer } = first;
  if (!right.some((each) => each === answer.class)) return `${answerWords(first)} where ${wanted} is true`;
  if (answer.class === 'succeeded') return receiptFault(answer.receipt, action);
  const isTold = answer.class !== 'transient' || retryAfterMs === undefined;
  return isTold || answer.retryAfterMs === retryAfterMs
    ? undefined
    : `retryAfterMs is ${answer.retryAfterMs}, the target asked for ${retryAfterMs}`;
}

/** A receipt may leave the amount out; one that states another amount is about something else. */
export function receiptFault(
  { amountMinor, currency }: { readonly amountMinor?: number; readonly currency?: string },
  { money }: Action,
): string | undefined {
  if (amountMinor === undefined || money === undefined) return undefined;
  return amountMinor === money.amountMinor && currency === money.currency
    ? undefined
    : `the receipt says ${amountMinor} ${currency}, the action ${money.amountMinor} ${money.currency}`;
}

const hungFault = (asked: Asked<unknown>) =>
  asked.how === 'hung' ? `no end within ${asked.afterMs} ms` : undefined;

function sameBytes(trial: WriteTrial, subject: ConnectorSubject, evidence: () => readonly string[]): Finding {
  const [one, ...others] = trial.sentInAll;
  const { name } = trial.fault;
  if (one === undefined || others.length === 0) {
    return notApplicable('same-bytes', name, 'only one request was sent');
  }
  const differing = new Set(others.flatMap((other) => differences(one, other, subject)));
  return found('same-bytes', name, {
    fault: differing.size > 0 ? `repeats differ in ${[...differing].join(', ')}` : undefined,
    reason: `${others.length + 1} requests alike`,
    evidence,
  });
}

/** Of the connection and of tracing: they say nothing about what is asked for. */
const CHANGING = /^(host|connection|keep-alive|date|traceparent|tracestate|baggage|b3|x-b3-.*|sentry-trace)$/;

function differences(one: RequestSeen, other: RequestSeen, { changingHeaders = [] }: ConnectorSubject) {
  const names = [...new Set([...Object.keys(one.headers), ...Object.keys(other.headers)])]
    .filter((name) => !CHANGING.test(name) && !changingHeaders.includes(name))
    .filter((name) => String(one.headers[name]) !== String(other.headers[name]));
  return [
    ...(one.method === other.method && one.path === other.path ? [] : ['the address']),
    ...(one.body === other.body ? [] : ['the body']),
    ...names.map((name) => `header ${name}`),
  ];
}
