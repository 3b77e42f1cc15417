import type { Action } from '@countersign/domain';
import { type Finding, found, notApplicable } from '../report/report.js';
import { answerLine, answerWords, effectLines, requestLine } from '../report/words.js';
import type { ConnectorSubject } from '../subject.js';
import { type Asked, execute, inMs, look, type Order } from '../trials/asked.js';
import { connected, newOrder } from '../trials/write-trial.js';
import type { Heard } from './check-finding.js';

const HOUR_MS = 3_600_000;
const AT_ONCE = 10;

/** When a call may not be sent, and what else is asked of the same operation. */
export async function checkSending(subject: ConnectorSubject, heard: Heard): Promise<readonly Finding[]> {
  return [
    await checkWindow(subject, heard),
    await checkKeyLife(subject, heard),
    await checkAtOnce(subject, heard),
    ...(await checkOtherParameters(subject, heard)),
  ];
}

async function checkWindow(subject: ConnectorSubject, heard: Heard): Promise<Finding> {
  const when = { sendBefore: inMs(-1) };
  return unsent(subject, heard, {
    ...{ requirement: 'send-window', situation: 'sendBefore is past', when },
    right: 'transient',
  });
}

async function checkKeyLife(subject: ConnectorSubject, heard: Heard): Promise<Finding> {
  const { keyLifeMs } = subject;
  const situation = 'first sent longer ago than the target remembers keys';
  if (keyLifeMs === undefined) return notApplicable('key-life', situation, '`keyLifeMs` is not stated');
  const when = { firstSentAt: inMs(-keyLifeMs - HOUR_MS) };
  return unsent(subject, heard, { requirement: 'key-life', situation, when, right: 'unknown' });
}

interface Unsent {
  readonly requirement: 'send-window' | 'key-life';
  readonly situation: string;
  readonly when: { readonly firstSentAt?: string; readonly sendBefore?: string };
  readonly right: 'transient' | 'unknown';
}

async function unsent(
  subject: ConnectorSubject,
  heard: Heard,
  { requirement, situation, when, right }: Unsent,
): Promise<Finding> {
  const order = await newOrder(subject);
  const world = await connected(subject);
  const asked = heard(await execute(world, order, when));
  await world.way.close();
  const sent = world.way.writes();
  const isRight = asked.how === 'answered' && asked.answer.class === right;
  return found(requirement, situation, {
    fault:
      sent.length > 0
        ? `${sent.length} sent`
        : isRight
          ? undefined
          : `${answerWords(asked)} where \`${right}\` is true`,
    reason: `nothing was sent, ${answerWords(asked)}`,
    evidence: () => [...sent.map(requestLine), answerLine(asked)],
  });
}

async function checkAtOnce(subject: ConnectorSubject, heard: Heard): Promise<Finding> {
  const order = await newOrder(subject);
  const world = await connected(subject);
  const all = await Promise.all(Array.from({ length: AT_ONCE }, () => execute(world, order)));
  for (const each of all) heard(each);
  await world.way.close();
  const effects = await subject.effects(order.action);
  const told = all.find((each) => each.how !== 'answered' || each.answer.class === 'rejected');
  return found('at-once', `${AT_ONCE} calls at once`, {
    fault:
      effects.length === 1
        ? told && `one call: ${answerWords(told)}, with the effect in the ledger`
        : `${effects.length} effects`,
    reason: '1 effect',
    evidence: () => [...all.map(answerLine), ...effectLines(effects)],
  });
}

async function checkOtherParameters(subject: ConnectorSubject, heard: Heard): Promise<readonly Finding[]> {
  const order = await newOrder(subject);
  const action = alteredOf(subject, order.action);
  const situation = 'the key was used with something else in the action';
  if (action === undefined) {
    const why = 'no money moves and `altered` is not given';
    return [
      notApplicable('other-parameters', situation, why),
      notApplicable('contradiction', situation, why),
    ];
  }
  const world = await connected(subject);
  const altered = { ...order, action };
  const first = heard(await execute(world, order));
  const second = heard(await execute(world, altered, { firstSentAt: inMs(0) }));
  const looked = heard(await look(world, altered, inMs(-24 * HOUR_MS)));
  await world.way.close();
  const effects = await subject.effects(order.action);
  const evidence = () => [
    ...world.way.writes().map(requestLine),
    ...[first, second, looked].map(answerLine),
    ...effectLines(effects),
  ];
  const wrong = (asked: Asked<{ readonly class?: string; readonly outcome?: string }>, right: string) =>
    asked.how === 'answered' && (asked.answer.class ?? asked.answer.outcome) === right
      ? undefined
      : `where \`${right}\` is true`;
  const refusal = wrong(second, 'rejected') && `${answerWords(second)} ${wrong(second, 'rejected')}`;
  const contradiction =
    wrong(looked, 'contradicts') && `${answerWords(looked)} ${wrong(looked, 'contradicts')}`;
  return [
    found('other-parameters', situation, {
      fault: effects.length === 1 ? refusal : `${effects.length} effects`,
      reason: `${answerWords(second)}, 1 effect`,
      evidence,
    }),
    found('contradiction', 'the ledger has another amount', {
      fault: contradiction,
      reason: answerWords(looked),
      evidence,
    }),
  ];
}

function alteredOf({ altered }: ConnectorSubject, action: Order['action']): Action | undefined {
  if (altered !== undefined) return altered(action);
  const { money } = action;
  return money === undefined
    ? undefined
    : { ...action, money: { ...money, amountMinor: money.amountMinor - 1 } };
}
