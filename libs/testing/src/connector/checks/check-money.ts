import { type Finding, found, notApplicable } from '../report/report.js';
import { answerLine, answerWords, effectLines, requestLine } from '../report/words.js';
import type { ConnectorSubject, Money } from '../subject.js';
import { execute } from '../trials/asked.js';
import { connected, newOrder } from '../trials/write-trial.js';
import type { Heard } from './check-finding.js';
import { receiptFault } from './judge-write.js';

/**
 * Amounts that change on their way through floating point (0.29 × 100 is 28.999…, 1.001 × 1000 is 1000.999…), and
 * currencies whose minor unit is not a hundredth (C16, C17).
 */
const AMOUNTS: Readonly<Record<string, readonly number[]>> = {
  EUR: [29, 115, 435, 1999],
  JPY: [9899],
  BHD: [1001, 35_200],
  KWD: [999],
};

/** Other currencies are tried with an amount that has no round half or hundredth. */
const USUAL = [1999];

export async function checkMoney(subject: ConnectorSubject, heard: Heard): Promise<readonly Finding[]> {
  const { money = Object.keys(AMOUNTS) } = subject;
  if (money === 'none') return [notApplicable('exact-money', 'any amount', 'no money moves')];
  const findings: Finding[] = [];
  for (const currency of money) {
    for (const amountMinor of AMOUNTS[currency] ?? USUAL) {
      findings.push(await checkAmount(subject, { amountMinor, currency }, heard));
    }
  }
  return findings;
}

async function checkAmount(subject: ConnectorSubject, money: Money, heard: Heard): Promise<Finding> {
  const situation = `${money.currency} ${money.amountMinor} minor units`;
  const order = await newOrder(subject, money);
  const world = await connected(subject);
  const asked = heard(await execute(world, order));
  await world.way.close();
  const effects = await subject.effects(order.action);
  const [only] = effects;
  const evidence = () => [...world.way.writes().map(requestLine), answerLine(asked), ...effectLines(effects)];
  if (asked.how !== 'answered' || asked.answer.class !== 'succeeded' || only === undefined) {
    const fault = `${answerWords(asked)}; if the target does not take ${money.currency}, state \`money\``;
    return found('exact-money', situation, { fault, reason: '', evidence });
  }
  if (only.amountMinor === undefined) {
    return notApplicable('exact-money', situation, '`effects` does not say the amounts of the ledger');
  }
  const arrived = effects.map((each) => `${each.amountMinor} ${each.currency}`).join(' and ');
  const isExact = arrived === `${money.amountMinor} ${money.currency}`;
  return found('exact-money', situation, {
    fault: isExact
      ? receiptFault(asked.answer.receipt, order.action)
      : `the ledger has ${arrived} (minor units)`,
    reason: `the ledger has ${arrived}`,
    evidence,
  });
}
