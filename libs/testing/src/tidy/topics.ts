import { topics } from '@countersign/contracts';
import { parseTopics } from '@countersign/messaging/kafka/admin';
import type { Check } from './checks.js';

const file = 'deploy/kafka/topics.yaml';

/** The topics stand twice, as names in code and as what a cluster is given: the two are one list. */
export const topicsAreDeployed: Check = (tree) => {
  const coded: readonly string[] = Object.values(topics);
  const deployed = namesIn(tree.get(file) ?? '');
  if (deployed === undefined) return [`${file}: it cannot be read as topics`];
  return [
    ...coded.filter((name) => !deployed.includes(name)).map((name) => `${file}: no topic ${name}`),
    ...deployed
      .filter((name) => !coded.includes(name))
      .map((name) => `libs/contracts/src/topics.ts: nothing for ${name}`),
  ];
};

function namesIn(text: string): readonly string[] | undefined {
  try {
    return parseTopics(text).map(({ name }) => name);
  } catch {
    return undefined;
  }
}
